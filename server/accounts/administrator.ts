import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import type { Store } from '#server/store/open.ts';
import { replacePassword } from './credentials.ts';
import { hashPassword } from './password.ts';
import { insertAccount } from './registration.ts';

/** A password of 20 characters from an alphabet of 64: 120 bits. */
function generatedPassword(): string {
  return randomBytes(15).toString('base64url');
}

/**
 * Creates the administrator's account, the one with the fixed id, if it is not there yet.
 * @returns what to sign in with, to be shown once, if this call made the account with a generated password
 */
export async function ensureAdministrator(
  store: Store,
  config: Config,
): Promise<{ email: string; password: string } | null> {
  const { adminUid: uid, adminEmail: email } = config;
  if (await exists(store, uid)) return null;
  const password = config.adminPassword ?? generatedPassword();
  const hash = await hashPassword(password);
  try {
    await store.transact((trx) => insertAccount(trx, { uid, name: 'Administrator', email, password: hash }));
  } catch (error) {
    // Another process that started at the same time may have been first.
    if (isUniqueViolation(error) && (await exists(store, uid))) return null;
    if (isUniqueViolation(error))
      throw new OperatorError(`ADMIN_EMAIL ${email} belongs to another account already`);
    throw error;
  }
  return config.adminPassword ? null : { email, password };
}

/**
 * Gives the administrator a new generated password and ends all of their sessions.
 * @returns what to sign in with
 */
export async function resetAdministratorPassword(
  store: Store,
  adminUid: string,
): Promise<{ email: string; password: string }> {
  const password = generatedPassword();
  const hash = await hashPassword(password);
  return store.transact(async (trx) => {
    const user = await trx.selectFrom('user').select('email').where('id', '=', adminUid).executeTakeFirst();
    if (!user) throw new OperatorError('There is no administrator yet: start the portal once first.');
    await replacePassword(trx, adminUid, hash);
    return { email: user.email, password };
  });
}

async function exists(store: Store, uid: string): Promise<boolean> {
  const row = await store.db.selectFrom('user').select('id').where('id', '=', uid).executeTakeFirst();
  return row !== undefined;
}
