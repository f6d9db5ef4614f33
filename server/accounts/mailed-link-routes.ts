import { type Context, Hono } from 'hono';
import { done, emptyBody, passwordResetRequest } from '#domain/accounts.ts';
import { linkMessages, mailedToken, passwordReset } from '#domain/mailed-links.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { invalidToken } from '#server/http/refusal.ts';
import { changeMember } from '#server/members/member-store.ts';
import { replacePassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { assignEmail } from './email-address.ts';
import { confirmEmail, mailConfirmationAgain } from './email-confirmation.ts';
import { dropTokens, findToken, useToken } from './mailed-tokens.ts';
import { checkResetLink, mailResetLink, requestPasswordReset, resetPassword } from './password-reset.ts';
import { dropFactors } from './second-factor.ts';

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

/**
 * Reverts an e-mail change (docs/decisions/email-change.md): account and record get the former address again; password,
 * sessions, mailed links and known devices end; and a reset link goes to that address. Throws 400 INVALID_TOKEN for a link
 * that is used, expired or made up.
 */
async function restoreEmail(deps: AccountDeps, c: Context<PortalEnv>, token: string): Promise<void> {
  const { outbox, sessions } = deps;
  // Before the log's lock, which a made-up link must not take.
  if (!(await findToken(deps.store.db, token, 'restore-email')))
    throw invalidToken(linkMessages.restoreLinkInvalid);
  await inOneTransaction(deps, token);
  outbox.wake();
  sessions.clearCookie(c);
}

function inOneTransaction(deps: AccountDeps, token: string): Promise<void> {
  return assignEmail(deps.store, async (trx) => {
    const { uid, email } = (await useToken(trx, token, 'restore-email')) ?? {};
    if (!uid || !email) throw invalidToken(linkMessages.restoreLinkInvalid);
    const isOpen = await replacePassword(trx, uid, null);
    await dropFactors(trx, uid);
    await changeMember(trx, { uid, actor: uid, kind: 'email-restored', write: () => ({ email }) });
    await trx
      .updateTable('user')
      // The link was mailed to this address.
      .set({ email, emailVerified: true, updatedAt: new Date() })
      .where('id', '=', uid)
      .execute();
    await dropTokens(trx, uid, 'restore-email');
    if (isOpen) await mailResetLink(deps, trx, { uid, email });
  });
}
