import { Hono } from 'hono';
import { done, emptyBody } from '#domain/accounts.ts';
import { emailConfirmation } from '#domain/mailed-links.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { confirmEmail, mailConfirmationAgain } from './email-confirmation.ts';

/** Confirming an e-mail address with the mailed link, and requesting another link. */
export function confirmationRoutes(deps: Deps): Hono<PortalEnv> {
  const { limits, store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.post(
    '/api/auth/confirm-email',
    requires('public'),
    limits.token('confirm-email'),
    jsonBody(emailConfirmation),
    describeJson('Confirms an email address by the token mailed to it.', done),
    async (c) => c.json(await doneAfter(confirmEmail(store, c.req.valid('json').token))),
  );

  routes.post(
    '/api/me/confirmation-mail',
    requires('member'),
    jsonBody(emptyBody),
    describeJson('Mails another confirmation link, if the address is not confirmed yet.', done),
    async (c) =>
      c.json(await doneAfter(mailConfirmationAgain(deps, { uid: c.var.user.uid, sender: c.var.sender }))),
  );

  return routes;
}
