import type { Context } from 'hono';
import { myAccountMessages } from '#domain/my-account.ts';
import { signInRequired } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { mailShare } from '#server/limits/mail-limits.ts';
import { passwordChangedMail } from '#server/mail/messages.ts';
import { type Credentials, findCredentials, lockPassword, replacePassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { ownerKey } from './hash-queue.ts';
import { attemptKey } from './sign-in.ts';

/**
 * Checks the password of the person signed in, for what takes more than a session. A wrong one counts as a guess, as at
 * sign-in. Throws 403 WRONG_PASSWORD, 409 NO_PASSWORD, 429 while attempts must wait, and 503 TOO_BUSY.
 * @param field the field of the request that has it
 * @returns the account with the hash that matches, which the caller locks in its transaction (`lockOwnPassword`)
 */
export async function checkOwnPassword(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  password: string,
  field: string,
): Promise<Credentials & { hash: string }> {
  const { config, devices, limits, passwords, store } = deps;
  const account = await findCredentials(store.db, c.var.user.email);
  // A second press on 'Leave' may find the account gone.
  if (account?.id !== c.var.user.uid) throw signInRequired();
  const { hash } = account;
  if (hash === null) throw new Refusal(409, 'NO_PASSWORD', myAccountMessages.noPassword);
  const knownAs = await devices.knownAs(store.db, await devices.read(c), account.id);
  const attempt = limits.signIn.attempt(attemptKey(knownAs ?? account.email, hash));
  await attempt.refuseIfDelayed();
  const key = ownerKey(config, { account, sender: c.var.sender() });
  if (!(await passwords.matches(password, hash, key, attempt.admit))) throw wrongPassword(field);
  await attempt.succeeded();
  return { ...account, hash };
}

export function wrongPassword(field: string): Refusal {
  return new Refusal(403, 'WRONG_PASSWORD', myAccountMessages.wrongPassword, { field });
}

/**
 * Changes the password of the person signed in. All other sessions, known devices and reset links end in the same
 * transaction, and the address gets a notice. Throws as `checkOwnPassword` does.
 */
export async function changePassword(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { config, content, limits, outbox, passwords, sessions, store } = deps;
  const account = await checkOwnPassword(deps, c, current, 'current');
  const { id: uid, email: to } = account;
  const sender = c.var.sender();
  const hash = await passwords.hash(password, ownerKey(config, { account, sender }));
  const notify = await limits.mails.may('account-notice', {
    ...{ account: uid, sender, share: uid === config.adminUid ? 'established' : mailShare(account) },
    to: account.emailVerified ? undefined : to,
  });
  await store.transact(async (trx) => {
    if (!(await lockPassword(trx, uid, account.hash))) throw wrongPassword('current');
    await replacePassword(trx, uid, hash, sessions.id(c));
    const reset = `${config.portalUrl}/login`;
    if (notify) await outbox.enqueue(trx, passwordChangedMail(content.club, { uid, to, reset }));
  });
  outbox.wake();
}
