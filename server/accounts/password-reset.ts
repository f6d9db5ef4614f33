import { randomInt } from 'node:crypto';
import type { Context } from 'hono';
import { linkMessages } from '#domain/mailed-links.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { invalidToken } from '#server/http/refusal.ts';
import { mailShare } from '#server/limits/mail-limits.ts';
import { passwordResetMail } from '#server/mail/messages.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Trx } from '#server/store/open.ts';
import { findCredentials, replacePassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { mailRestoreLink } from './email-change.ts';
import { ownerKey, type QueueKey } from './hash-queue.ts';
import { isLocked } from './imported-hash.ts';
import { newDevice } from './known-devices.ts';
import { findHolder, findToken, issueResetLink, resetPurposes, useToken } from './mailed-tokens.ts';
import { readFactors } from './second-factor.ts';

/**
 * Mails a reset link if the address has an account; the response is the same if not. Throws 429 for too many requests
 * of one sender.
 */
export async function requestPasswordReset(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  email: string,
): Promise<void> {
  const { background, limits } = deps;
  const knownAs = await ownersDevice(deps, c, email);
  const sender = c.var.sender();
  await limits.takeRequest('reset-request', knownAs ?? sender);
  // Looks up, counts and mails after the response, so that it takes the same time for known and unknown addresses. At a random
  // moment, so that the work for a known one does not always delay the next request.
  background.run(
    'password reset mail',
    () => mailResetLinkTo(deps, { email, sender, device: knownAs }),
    randomInt(100, 600),
  );
}

/** The device's key if it has signed in to the account with this address. Without a cookie, no query is made. */
async function ownersDevice(
  { devices, store }: AccountDeps,
  c: Context<PortalEnv>,
  email: string,
): Promise<string | null> {
  const device = await devices.read(c);
  if (device === null) return null;
  const account = await findCredentials(store.db, email);
  return devices.knownAs(store.db, device, account?.id);
}

/** Over the limits no mail is sent: the newest link in the mailbox still works. */
async function mailResetLinkTo(
  deps: AccountDeps,
  { email, ...causes }: { email: string; sender: string; device: string | null },
): Promise<void> {
  const { config, limits, outbox, store } = deps;
  const account = await findCredentials(store.db, email);
  const former = account ? undefined : await findHolder(store.db, email);
  // A new password would unlock a disabled account.
  const isOpen = account !== undefined && !isLocked(account.hash);
  const share = account?.id === config.adminUid ? 'established' : mailShare(account);
  if (isOpen && (await limits.mails.may('password-reset', { ...causes, to: email, share }))) {
    await store.transact(async (trx) => {
      // The account may have been removed since, or have got another address.
      await trx.changes.lock();
      const now = await findCredentials(trx, email);
      if (now?.id === account.id) await mailResetLink(deps, trx, { uid: account.id, email });
    });
  }
  // The former address of an account gets another link that reverts the change.
  if (former && (await limits.mails.may('email-changed', { to: email }))) {
    await store.change(async (trx) => {
      const now = await findHolder(trx, email);
      if (now) await mailRestoreLink(deps, trx, { ...now, email, expiresAt: new Date(now.expiresAt) });
    });
  }
  outbox.wake();
}

/** Makes a reset link and puts its mail in the outbox, in the caller's transaction. */
export async function mailResetLink(
  { config, content, outbox }: AccountDeps,
  trx: Trx,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  const token = await issueResetLink(trx, uid);
  const link = `${config.portalUrl}/reset-password?token=${encodeURIComponent(token)}`;
  await outbox.enqueue(trx, passwordResetMail(content.club, { uid, to: email, link }));
}

/** Finds the reset link of a token, and leaves the token as it is. Throws 400 INVALID_TOKEN. */
export async function checkResetLink({ store }: AccountDeps, token: string) {
  const link = await findToken(store.db, token, ...resetPurposes);
  if (!link) throw invalidToken(linkMessages.resetLinkInvalid);
  return link;
}

/**
 * Sets a new password by a mailed token, ends every session of the account and forgets its devices. This device becomes one of the
 * account's, so that the new password can be used while strangers guess. Throws 400 INVALID_TOKEN.
 */
export async function resetPassword(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const { devices, passwords, sessions, store } = deps;
  const hash = await passwords.hash(newPassword, await holderKey(deps, c, token));
  const device = (await devices.read(c)) ?? newDevice();
  await store.transact(async (trx) => {
    // Locked first, as when a profile is saved: another order would deadlock.
    await trx.changes.lock();
    const link = await useToken(trx, token, ...resetPurposes);
    if (!link) throw invalidToken(linkMessages.resetLinkInvalid);
    const { uid, purpose } = link;
    if (!(await replacePassword(trx, uid, hash))) throw invalidToken(linkMessages.resetLinkInvalid);
    // One that has not shown the second factor guesses codes as a stranger does.
    if ((await readFactors(trx, uid)).secondFactor === null) await devices.remember(trx, device, uid);
    // A link that was mailed to the account's address shows that its user reads mail there.
    if (purpose === 'reset-password')
      await trx.updateTable('user').set({ emailVerified: true }).where('id', '=', uid).execute();
  });
  sessions.clearCookie(c);
  await devices.setCookie(c, device);
}

/** The place in the queue of hashes of a reset link's holder. Throws 400 INVALID_TOKEN. */
async function holderKey(deps: AccountDeps, c: Context<PortalEnv>, token: string): Promise<QueueKey> {
  const link = await checkResetLink(deps, token);
  const account = await findAccount(deps.store.db, link.uid);
  if (!account) throw invalidToken(linkMessages.resetLinkInvalid);
  return ownerKey(deps.config, { account, sender: c.var.sender(), link: link.purpose });
}
