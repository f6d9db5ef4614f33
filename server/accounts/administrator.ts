import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';
import { replacePassword } from './credentials.ts';
import { hashPassword } from './password.ts';
import { insertAccounts } from './registration.ts';

/** A password of 20 characters from an alphabet of 64: 120 bits. */
function generatedPassword(): string {
  return randomBytes(15).toString('base64url');
}

/**
 * Creates the administrator's account, the one with the fixed id, if it does not exist yet.
 * @returns the credentials, to be shown once, if this call created the account with a generated password
 */
export async function ensureAdministrator(
  store: Store,
  config: Config,
): Promise<{ email: string; password: string } | null> {
  const { adminUid: uid, adminEmail: email } = config;
  await refuseOtherAdministrator(store.db, uid);
  if (await exists(store, uid)) return null;
  const password = config.adminPassword ?? generatedPassword();
  const hash = await hashPassword(password);
  try {
    await store.transact(async (trx) => {
      await insertAccounts(trx, [{ uid, name: 'Administrator', email, password: hash }]);
      await writeState(trx, 'administrator', { uid });
    });
  } catch (error) {
    // Another process that started at the same time may have been first.
    if (isUniqueViolation(error) && (await exists(store, uid))) return null;
    if (isUniqueViolation(error))
      throw new OperatorError(`ADMIN_EMAIL ${email} belongs to another account already`);
    throw error;
  }
  return config.adminPassword ? null : { email, password };
}

/** A portal keeps its administrator: another ADMIN_UID would create a second one, or promote a member. */
export async function refuseOtherAdministrator(db: Db, uid: string): Promise<void> {
  const noted = await readState(db, 'administrator');
  if (noted === null || noted.uid === uid) return;
  throw new OperatorError(
    `ADMIN_UID is ${uid}, but this portal's administrator has the id ${noted.uid}. Set ADMIN_UID to that. To give the account to another person: npm run portal -- admin hand-over ADDRESS`,
  );
}

/**
 * Gives the administrator a new generated password and ends all of their sessions.
 * @returns the credentials
 */
export async function resetAdministratorPassword(
  store: Store,
  adminUid: string,
): Promise<{ email: string; password: string }> {
  const password = generatedPassword();
  const hash = await hashPassword(password);
  return store.transact(async (trx) => {
    const user = await findAccount(trx, adminUid);
    if (!user) throw new OperatorError('There is no administrator yet: start the portal once first.');
    await replacePassword(trx, adminUid, hash);
    return { email: user.email, password };
  });
}

async function exists(store: Store, uid: string): Promise<boolean> {
  return (await findAccount(store.db, uid)) !== undefined;
}
