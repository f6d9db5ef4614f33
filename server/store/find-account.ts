import type { Db } from './open.ts';

/** An account's name and address, and whether the address is confirmed; undefined if it does not exist. */
export async function findAccount(db: Db, uid: string) {
  const account = await db
    .selectFrom('user')
    .select(['name', 'email', 'emailVerified'])
    .where('id', '=', uid)
    .executeTakeFirst();
  return account && { ...account, emailVerified: Boolean(account.emailVerified) };
}
