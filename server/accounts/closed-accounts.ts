import type { ExpressionBuilder } from 'kysely';
import { trashMessages } from '#domain/trash.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chunk } from '#server/store/chunk.ts';
import type { Db, Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { isHeld } from './email-address.ts';
import { removeAccount } from './member-data.ts';
import { type MemberDocument, memberDocument, restoreDocument } from './member-document.ts';

export type ClosingReason = Tables['closed_accounts']['reason'];

interface Closing {
  reason: ClosingReason;
  /** Until when it can be reopened. */
  until: Date;
  /** The account that does it. */
  by: string;
  /** SHA-256 of a token that reopens it. */
  returnToken?: string;
}

/** How the log names it. The end of a season has one entry for all. */
const loggedAs = { removed: 'member-removed', left: 'member-left', season: null } as const;

/**
 * Moves an account with everything that belongs to it out of all other tables, in the caller's transaction, so that it is
 * invisible without a condition in any query (docs/decisions/removal-and-seasons.md).
 * @returns whether there was such an account
 */
export async function closeAccount(
  trx: Trx,
  uid: string,
  { reason, until, by, returnToken }: Closing,
): Promise<boolean> {
  await trx.changes.lock();
  const document = await memberDocument(trx, uid);
  const account = document.user?.[0];
  if (!account) return false;
  await removeAccount(trx, uid);
  const at = new Date().toISOString();
  const { password = null } = document.account?.[0] ?? {};
  await trx
    .insertInto('closed_accounts')
    .values({
      ...{ uid, reason, by, closedAt: at, until: until.toISOString(), returnToken: returnToken ?? null },
      ...{ email: String(account.email), name: String(account.name) },
      ...{ password: password === null ? null : String(password), document: JSON.stringify(document) },
    })
    .execute();
  const kind = loggedAs[reason];
  if (kind) await trx.changes.append({ uid, actor: by, kind, at, fields: {} });
  return true;
}

/**
 * Restores a closed account with everything but its sessions, in a transaction of `assignEmail`. Throws 409
 * EMAIL_TAKEN if another account has its address by now.
 * @returns whether there was such a closed account
 */
export async function reopenAccount(trx: Trx, uid: string, by: string): Promise<boolean> {
  await trx.changes.lock();
  const closed = await trx
    .deleteFrom('closed_accounts')
    .where('uid', '=', uid)
    .returning(['email', 'document'])
    .executeTakeFirst();
  if (!closed) return false;
  const taken = await trx
    .selectFrom('user')
    .select('id')
    .where('email', '=', closed.email)
    .executeTakeFirst();
  if (taken || (await isHeld(trx, closed.email, uid)))
    throw new Refusal(409, 'EMAIL_TAKEN', trashMessages.emailTaken(closed.email), { field: 'email' });
  await restoreDocument(trx, JSON.parse(closed.document) as MemberDocument);
  await trx.changes.append({ uid, actor: by, kind: 'account-restored', fields: {} });
  return true;
}

/** Deletes the closed accounts whose time is over, and their emails with the way back, which are of no account. */
export async function dropClosedAccounts(db: Db, now: Date): Promise<void> {
  // Those of past seasons, by far the most, stay as long as these.
  const isOver = (is: ExpressionBuilder<Tables, 'closed_accounts'>) =>
    is.and([is('reason', 'in', ['removed', 'left']), is('until', '<=', now.toISOString())]);
  const over = await db.selectFrom('closed_accounts').select('email').where(isOver).execute();
  for (const piece of chunk(over.map(({ email }) => email)))
    await db
      .deleteFrom('mail_outbox')
      .where('kind', '=', 'account-notice')
      .where('uid', 'is', null)
      .where('to', 'in', piece)
      .execute();
  await db.deleteFrom('closed_accounts').where(isOver).execute();
}
