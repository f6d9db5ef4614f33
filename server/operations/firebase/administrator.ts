import * as z from 'zod/mini';
import { endAccess } from '#server/accounts/credentials.ts';
import type { NewAccount } from '#server/accounts/registration.ts';
import type { Trx } from '#server/store/open.ts';

/** The administrator's account before an import, which undo restores. */
const former = z.object({
  name: z.string(),
  email: z.string(),
  emailVerified: z.coerce.boolean(),
  createdAt: z.coerce.date(),
  password: z.nullable(z.string()),
});

/**
 * Gives the administrator's account another address, name and password, and ends every way in by the former ones.
 * @returns the account as it was, as text for `restoreAdministrator`
 */
export async function replaceAdministrator(trx: Trx, account: NewAccount): Promise<string> {
  const previous = await trx
    .selectFrom('user')
    .leftJoin('account', 'account.userId', 'user.id')
    .select(['name', 'email', 'emailVerified', 'user.createdAt', 'password'])
    .where('user.id', '=', account.uid)
    .executeTakeFirstOrThrow();
  const { uid, password, ...columns } = account;
  const now = new Date();
  await trx
    .updateTable('user')
    .set({ ...columns, updatedAt: now })
    .where('id', '=', uid)
    .execute();
  if (password !== null) {
    const credential = { password, updatedAt: now };
    await trx
      .insertInto('account')
      .values({ userId: uid, ...credential })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(credential))
      .execute();
  }
  await endAccess(trx, uid);
  return JSON.stringify(previous);
}

export async function restoreAdministrator(trx: Trx, uid: string, previous: string): Promise<void> {
  await replaceAdministrator(trx, { uid, ...former.parse(JSON.parse(previous)) });
}
