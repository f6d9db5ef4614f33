import type { Db } from './open.ts';

/** An account's id, name and address, whether the address is confirmed, and its age; undefined if it does not exist. */
export async function findAccount(db: Db, uid: string) {
  const account = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'emailVerified', 'createdAt'])
    .where('id', '=', uid)
    .executeTakeFirst();
  return account && { ...account, emailVerified: Boolean(account.emailVerified) };
}
