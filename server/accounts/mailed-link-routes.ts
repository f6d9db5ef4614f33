import { Hono } from 'hono';
import { done, emptyBody, passwordResetRequest } from '#domain/accounts.ts';
import { mailedToken, passwordReset } from '#domain/mailed-links.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import type { AccountDeps } from './deps.ts';
import { confirmEmail, mailConfirmationAgain } from './email-confirmation.ts';
import { checkResetLink, requestPasswordReset, resetPassword } from './password-reset.ts';
import { restoreEmail } from './restore-email.ts';

/** Actions by a mailed link, which need no session: confirm an address, a new password, the way back from an email change. */
export function mailedLinkRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { limits, store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.post(
    '/api/auth/request-password-reset',
    requires('public'),
    jsonBody(passwordResetRequest),
    describeJson('Mails a reset link if the address has an account; answers alike if not.', done),
    async (c) => c.json(await doneAfter(requestPasswordReset(deps, c, c.req.valid('json').email))),
  );

  routes.post(
    '/api/auth/check-reset-link',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('Says whether a mailed reset link still works; changes nothing.', done),
    async (c) => c.json(await doneAfter(checkResetLink(deps, c.req.valid('json').token))),
  );

  routes.post(
    '/api/auth/reset-password',
    requires('public'),
    limits.token,
    jsonBody(passwordReset),
    describeJson('Sets a new password by the mailed token and ends all sessions.', done),
    async (c) => c.json(await doneAfter(resetPassword(deps, c, c.req.valid('json')))),
  );

  routes.post(
    '/api/auth/restore-email',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('Undoes an email change by the token mailed to the old address.', done),
    async (c) => c.json(await doneAfter(restoreEmail(deps, c, c.req.valid('json').token))),
  );

  routes.post(
    '/api/auth/confirm-email',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('Confirms an email address by the token mailed to it.', done),
    async (c) => c.json(await doneAfter(confirmEmail(store, c.req.valid('json').token))),
  );

  routes.post(
    '/api/me/confirmation-mail',
    requires('member'),
    jsonBody(emptyBody),
    describeJson('Mails another confirmation link, if the address is not confirmed yet.', done),
    async (c) =>
      c.json(await doneAfter(mailConfirmationAgain(deps, { uid: c.var.user.uid, sender: c.var.sender() }))),
  );

  return routes;
}
