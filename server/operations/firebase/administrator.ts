import { z } from 'zod';
import { type NewAccount, newCredential } from '#server/accounts/registration.ts';
import type { Trx } from '#server/store/open.ts';

/** The administrator's account before an import, which undo restores. */
const previousAdministrator = z.object({
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  createdAt: z.coerce.date(),
  password: z.string().nullable(),
});

/**
 * Gives the administrator's account the address, name and password of the former one, and ends its sessions.
 * @returns the former account, as text for `restoreAdministrator`
 */
export async function replaceAdministrator(
  trx: Trx,
  adminUid: string,
  former: NewAccount,
  now: Date,
): Promise<string> {
  const user = await trx.selectFrom('user').selectAll().where('id', '=', adminUid).executeTakeFirst();
  const credential = await trx
    .selectFrom('account')
    .select('password')
    .where('userId', '=', adminUid)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  await write(trx, adminUid, former, now);
  return JSON.stringify({
    name: user?.name ?? '',
    email: user?.email ?? '',
    emailVerified: Boolean(user?.emailVerified),
    createdAt: user?.createdAt ?? now,
    password: credential?.password ?? null,
  });
}

/** Restores the former account. */
export async function restoreAdministrator(trx: Trx, adminUid: string, previous: string): Promise<void> {
  const { password, ...account } = previousAdministrator.parse(JSON.parse(previous));
  await write(trx, adminUid, { uid: adminUid, ...account, password }, new Date());
}

async function write(trx: Trx, adminUid: string, account: NewAccount, now: Date): Promise<void> {
  const { name, email, emailVerified = false, createdAt = now, password } = account;
  await trx
    .updateTable('user')
    .set({ name, email, emailVerified, createdAt, updatedAt: now })
    .where('id', '=', adminUid)
    .execute();
  if (password !== null) {
    await trx
      .deleteFrom('account')
      .where('userId', '=', adminUid)
      .where('providerId', '=', 'credential')
      .execute();
    await trx
      .insertInto('account')
      .values(newCredential(adminUid, password, now))
      .execute();
  }
  await trx.deleteFrom('session').where('userId', '=', adminUid).execute();
}
