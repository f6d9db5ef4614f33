import { Hono } from 'hono';
import { done } from '#domain/accounts.ts';
import { type MailSettings, mailChoice, mailSettings, unsubscription } from '#domain/answers.ts';
import type { Config } from '#server/config/config.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, queryString } from '#server/http/input.ts';
import type { Limits } from '#server/limits/limits.ts';
import { chooseMails, unsubscribe, wantsMails } from '#server/mail/mail-choice.ts';
import type { Db, Store } from '#server/store/open.ts';

interface MailRouteDeps {
  config: Config;
  store: Store;
  limits: Limits;
}

/** The choice of mails about reviews and of messages: in the profile, and by the link in each such mail. */
export function reviewMailRoutes({ config, store, limits }: MailRouteDeps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/me/mail-settings',
    requires('member'),
    describeJson('Which mails the member wants.', mailSettings),
    async (c) => c.json(await readSettings(store.db, c.var.user.uid)),
  );

  routes.put(
    '/api/me/mail-settings',
    requires('member'),
    jsonBody(mailChoice),
    describeJson('Chooses which mails the member wants.', mailSettings),
    async (c) => {
      const { reviewMails, groupMessages } = c.req.valid('json');
      const { uid } = c.var.user;
      const chosen = await store.transact(async (trx) => {
        if (reviewMails !== undefined) await chooseMails(trx, uid, 'review', reviewMails);
        if (groupMessages !== undefined) await chooseMails(trx, uid, 'group-message', groupMessages);
        return readSettings(trx, uid);
      });
      return c.json(chosen);
    },
  );

  routes.post(
    '/api/unsubscribe',
    requires('public'),
    limits.token,
    jsonBody(unsubscription),
    describeJson('Ends mails of one kind, by the link of such a mail.', done),
    async (c) => c.json(await doneAfter(unsubscribe(store.db, c.req.valid('json').token, config.authSecret))),
  );

  // For mail programs, which post to the address of the header List-Unsubscribe, without an origin (RFC 8058). The token
  // is all it takes, and the body says nothing more.
  routes.post(
    '/unsubscribe',
    requires('public'),
    limits.token,
    queryString(unsubscription),
    describeJson('Ends mails of one kind, for a mail program’s unsubscribe button.', done),
    async (c) =>
      c.json(await doneAfter(unsubscribe(store.db, c.req.valid('query').token, config.authSecret))),
  );

  return routes;
}

async function readSettings(db: Db, uid: string): Promise<MailSettings> {
  return {
    reviewMails: await wantsMails(db, uid, 'review'),
    groupMessages: await wantsMails(db, uid, 'group-message'),
  };
}
