import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccount } from '#server/accounts/registration.ts';
import type { Db, Store } from '#server/store/open.ts';

const idPrefix = 'throw-away-';

/** An account older than this was left behind by a process that died; in milliseconds. */
const leftBehind = 5 * 60_000;

/** An account with which the portal tests itself. Without a record it appears in no list or count. */
export interface TemporaryAccount {
  uid: string;
  email: string;
  password: string;
}

/** The data of a new temporary account, which is not stored yet. */
export function newThrowAway(): TemporaryAccount {
  const unique = randomBytes(12).toString('hex');
  return {
    uid: `${idPrefix}${unique}`,
    // No mail can be sent to this top-level domain (RFC 2606).
    email: `${idPrefix}${unique}@test.invalid`,
    password: randomBytes(18).toString('base64url'),
  };
}

/** Stores the account. */
export async function storeThrowAway(store: Store, account: TemporaryAccount): Promise<void> {
  const password = await hashPassword(account.password);
  await store.transact(async (trx) => {
    await insertAccount(trx, { ...account, name: 'Temporary account', password });
  });
}

/** Removes the account with its sessions, and accounts that earlier tests left behind. */
export async function removeThrowAway(store: Store, { uid }: TemporaryAccount): Promise<void> {
  const old = await store.db
    .selectFrom('user')
    .select('id')
    .where('id', 'like', `${idPrefix}%`)
    .where('createdAt', '<', new Date(Date.now() - leftBehind))
    .execute();
  await store.transact((trx) => removeAccounts(trx, [uid, ...old.map(({ id }) => id)]));
}

async function removeAccounts(trx: Db, uids: string[]): Promise<void> {
  await trx.deleteFrom('session').where('userId', 'in', uids).execute();
  await trx.deleteFrom('account').where('userId', 'in', uids).execute();
  await trx.deleteFrom('user').where('id', 'in', uids).execute();
}
