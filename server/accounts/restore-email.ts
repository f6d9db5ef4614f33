import type { Context } from 'hono';
import { linkMessages } from '#domain/mailed-links.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { invalidToken } from '#server/http/refusal.ts';
import { changeMember } from '#server/members/member-store.ts';
import { replacePassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { assignEmail } from './email-address.ts';
import { dropTokens, findToken, useToken } from './mailed-tokens.ts';
import { mailResetLink } from './password-reset.ts';
import { dropFactors } from './second-factor.ts';

/**
 * Reverts an e-mail change (docs/decisions/email-change.md): account and record get the former address again; password,
 * sessions, mailed links and known devices end; and a reset link goes to that address. Throws 400 INVALID_TOKEN for a link
 * that is used, expired or made up.
 */
export async function restoreEmail(deps: AccountDeps, c: Context<PortalEnv>, token: string): Promise<void> {
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
