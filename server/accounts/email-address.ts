import { accountMessages } from '#domain/accounts.ts';
import { Refusal } from '#server/http/refusal.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { findHolder } from './mailed-tokens.ts';

/**
 * Runs `work`, which gives an account an address, in a transaction. It locks the log first, as all of them do: another
 * order would deadlock. Throws 409 EMAIL_TAKEN if another account has the address.
 */
export async function assignEmail<T>(store: Store, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await store.change(work);
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

export function emailTaken(): Refusal {
  return new Refusal(409, 'EMAIL_TAKEN', accountMessages.emailTaken, { field: 'email' });
}

/**
 * Whether an address is held for its owner, who can still revert an e-mail change: no other account than `uid` may
 * have it. Call it in the transaction that assigns the address, after `trx.changes.lock()`.
 */
export async function isHeld(db: Db, email: string, uid?: string): Promise<boolean> {
  const holder = await findHolder(db, email);
  return holder !== undefined && holder.uid !== uid;
}
