import { confirmationLinkDays, confirmationTexts } from '#domain/mailed-links.ts';
import { waitMessages } from '#domain/waiting.ts';
import { invalidToken } from '#server/http/refusal.ts';
import type { MailCauses } from '#server/limits/mail-limits.ts';
import { confirmEmailMail } from '#server/mail/messages.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store, Trx } from '#server/store/open.ts';
import type { AccountDeps } from './deps.ts';
import type { LinkMailing } from './email-change.ts';
import { issueToken, useToken } from './mailed-tokens.ts';

/**
 * Counts a confirmation mail, outside of any transaction. False if none is to be sent: without a mail server
 * it would not arrive, and over the limit the user can request it later.
 */
export async function mayMailConfirmation(
  { config, limits }: AccountDeps,
  causes: MailCauses & { to: string },
): Promise<boolean> {
  return config.smtpUrl !== undefined && (await limits.mails.may('confirm-email', causes));
}

/** Stores a confirmation token and queues the mail with the link, in the caller's transaction. */
export async function mailConfirmation(
  { config, content, outbox }: LinkMailing,
  trx: Trx,
  account: { uid: string; email: string },
): Promise<void> {
  const expiresAt = new Date(Date.now() + confirmationLinkDays * 24 * 60 * 60 * 1000);
  const token = await issueToken(trx, { purpose: 'confirm-email', ...account, expiresAt });
  const link = `${config.portalUrl}/confirm-email?token=${token}`;
  await outbox.enqueue(trx, confirmEmailMail(content.club, { uid: account.uid, to: account.email, link }));
}

/** Mails another link to an account whose address is not confirmed. Throws 429 or 503 after too many. */
export async function mailConfirmationAgain(
  deps: AccountDeps,
  { uid, sender }: { uid: string; sender: string },
): Promise<void> {
  const { config, limits, outbox, store } = deps;
  const account = await findAccount(store.db, uid);
  if (!config.smtpUrl || !account || account.emailVerified) return;
  const { email } = account;
  const causes = { to: email, account: uid, sender };
  await limits.mails.take('confirm-email', causes, waitMessages.confirmationMail);
  await store.transact((trx) => mailConfirmation(deps, trx, { uid, email }));
  outbox.wake();
}

/**
 * Confirms the address that a link was mailed to, if the account still has it. Works once; throws 400 INVALID_TOKEN
 * for a link that is used, expired or made up, or that went to a former address.
 */
export async function confirmEmail(store: Store, token: string): Promise<void> {
  await store.transact(async (trx) => {
    const link = await useToken(trx, token, 'confirm-email');
    const { numUpdatedRows } = await trx
      .updateTable('user')
      .set({ emailVerified: true })
      .where('id', '=', link?.uid ?? '')
      .where('email', '=', link?.email ?? '')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalidToken(confirmationTexts.linkInvalid);
  });
}
