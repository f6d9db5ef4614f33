import { Hono } from 'hono';
import { done } from '#domain/accounts.ts';
import { mailedToken } from '#domain/mailed-links.ts';
import { endedSessions } from '#domain/member-account.ts';
import {
  leaving,
  myAccountMessages,
  passwordChange,
  type SignedInDevice,
  signedInDevices,
} from '#domain/my-account.ts';
import { passkeyAnswer } from '#domain/passkeys.ts';
import { closedDays } from '#domain/trash.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { AccountDeps } from './deps.ts';
import { leave, returnToAccount } from './leave.ts';
import { changePassword } from './own-password.ts';
import { endOneSession, endOtherSessions, validSessions } from './session-store.ts';

/** A person's care for their own account, whatever their role. */
export function myAccountRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { sessions, store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.post(
    '/api/me/password',
    requires('member'),
    jsonBody(passwordChange),
    describeJson('Changes the password, and signs out all other devices.', done),
    async (c) => c.json(await doneAfter(changePassword(deps, c, c.req.valid('json')))),
  );

  routes.get(
    '/api/me/sessions',
    requires('member'),
    describeJson('The devices that are signed in, the one used last first.', signedInDevices),
    async (c) => {
      const own = sessions.id(c);
      const rows = await validSessions(store.db, c.var.user.uid);
      return c.json(
        rows.map(
          ({ id, browser, system, createdAt, updatedAt }): SignedInDevice => ({
            ...{ id, browser, system, current: id === own },
            signedInAt: new Date(createdAt).toISOString(),
            lastUsedAt: new Date(updatedAt).toISOString(),
          }),
        ),
      );
    },
  );

  routes.delete(
    '/api/me/sessions/:id',
    requires('member'),
    noBody(),
    describeJson('Signs out one device and forgets it.', endedSessions),
    async (c) => {
      const { uid } = c.var.user;
      const id = c.req.param('id');
      if (!(await store.transact((trx) => endOneSession(trx, uid, id))))
        throw new Refusal(404, 'NOT_FOUND', myAccountMessages.noSuchSession);
      if (id === sessions.id(c)) sessions.clearCookie(c);
      return c.json({ ended: 1 });
    },
  );

  routes.delete(
    '/api/me/sessions',
    requires('member'),
    noBody(),
    describeJson('Signs out all devices but this one, and forgets them.', endedSessions),
    async (c) => {
      const { uid } = c.var.user;
      const ended = await store.transact((trx) => endOtherSessions(trx, uid, sessions.id(c)));
      return c.json({ ended });
    },
  );

  addLeaving(routes, deps);
  return routes;
}

function addLeaving(routes: Hono<PortalEnv>, deps: AccountDeps): void {
  routes.post(
    '/api/me/leave',
    requires('member'),
    jsonBody(leaving),
    describeJson(`Closes the account; a mailed link reopens it for ${closedDays.left} days.`, done),
    async (c) => c.json(await doneAfter(leave(deps, c, c.req.valid('json')))),
  );

  routes.post(
    '/api/me/leave/passkey',
    requires('member'),
    jsonBody(passkeyAnswer),
    describeJson('Closes the account as POST /api/me/leave does, with a passkey.', done),
    async (c) => c.json(await doneAfter(leave(deps, c, { passkey: c.req.valid('json') }))),
  );

  routes.post(
    '/api/account/return',
    requires('public'),
    deps.limits.token,
    jsonBody(mailedToken),
    describeJson('Reopens the account of somebody who left, by the mailed token. Signs nobody in.', done),
    async (c) => c.json(await doneAfter(returnToAccount(deps, c.req.valid('json').token))),
  );
}
