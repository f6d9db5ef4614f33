import { myAccountMessages } from '#domain/my-account.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';
import { type Credentials, findPassword } from './credentials.ts';
import { isLocked, unlockedHash } from './imported-hash.ts';
import { findHolder } from './mailed-tokens.ts';

/** A hash that opens nothing, and the refusal that a person with the right password gets. */
interface Explained {
  hash: string;
  refusal: Refusal;
}

/**
 * Why nobody can sign in with an address: its account is disabled or closed, or has another address since. Only a person
 * with the right password may learn it. Null if there is nothing to explain.
 */
export async function explainRefusal(
  db: Db,
  email: string,
  account: Pick<Credentials, 'hash'> | undefined,
): Promise<Explained | null> {
  if (account) return isLocked(account.hash) ? closedFor(unlockedHash(account.hash), 'disabled') : null;
  const closed = await db
    .selectFrom('closed_accounts')
    .select(['password', 'reason'])
    .where('email', '=', email)
    .orderBy('closedAt', 'desc')
    .executeTakeFirst();
  if (closed) return closedFor(closed.password, closed.reason);
  const former = await findHolder(db, email);
  if (!former) return null;
  const { password } = (await findPassword(db, former.uid)) ?? { password: null };
  const refusal = new Refusal(403, 'ACCOUNT_CLOSED', myAccountMessages.addressChanged);
  return password === null ? null : { hash: password, refusal };
}

function closedFor(hash: string | null, reason: keyof typeof myAccountMessages.closed): Explained | null {
  const refusal = new Refusal(403, 'ACCOUNT_CLOSED', myAccountMessages.closed[reason]);
  return hash ? { hash, refusal } : null;
}
