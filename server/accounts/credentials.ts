import type { Db, Trx } from '#server/store/open.ts';
import { isLocked } from './imported-hash.ts';
import { dropTokens, resetPurposes } from './mailed-tokens.ts';
import { endOtherSessions } from './session-store.ts';

/** An account as sign-in needs it; `hash` is null while it has no password. */
export function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('user')
    .leftJoin('account', 'account.userId', 'user.id')
    .leftJoin('staff', 'staff.uid', 'user.id')
    .select(['user.id', 'user.name', 'user.email', 'user.emailVerified', 'user.createdAt'])
    .select(['account.password as hash', 'staff.role', 'staff.member'])
    .where('user.email', '=', email)
    .executeTakeFirst();
}

export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;

/** The row with an account's password. */
export function findPassword(db: Db, uid: string) {
  return db.selectFrom('account').select('password').where('userId', '=', uid).executeTakeFirst();
}

/**
 * Whether `hash` is still the account's. Writing it back unchanged locks the row on PostgreSQL until the
 * transaction ends: a concurrent password change waits, and then ends the session that this transaction made.
 */
export async function lockPassword(trx: Trx, uid: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ password: hash })
    .where('userId', '=', uid)
    .where('password', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Sets an account's password (null removes it), ends its sessions and reset links, and forgets its devices. The password is written
 * first: a sign-in with the former one has then either made its session, which ends here, or is refused. The password of
 * a locked account is not changed.
 * @param keptSession stays, with its device
 * @returns whether the account is open
 */
export async function replacePassword(
  trx: Trx,
  uid: string,
  hash: string | null,
  keptSession: string | null = null,
): Promise<boolean> {
  const account = await findPassword(trx, uid);
  const isOpen = !isLocked(account?.password ?? null);
  if (account && isOpen) {
    await trx
      .updateTable('account')
      .set({ password: hash, updatedAt: new Date() })
      .where('userId', '=', uid)
      .execute();
  }
  await endAccess(trx, uid, keptSession);
  return isOpen;
}

/**
 * Ends an account's sessions and reset links, and forgets its devices: all but one session with its device, if given. A
 * hand-over ends too, because an intruder could have named themselves.
 */
export async function endAccess(trx: Trx, uid: string, keptSession: string | null = null): Promise<void> {
  await endOtherSessions(trx, uid, keptSession);
  await dropTokens(trx, uid, ...resetPurposes, 'hand-over');
}
