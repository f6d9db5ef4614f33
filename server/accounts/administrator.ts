import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { forgetState, readState, writeState } from '#server/store/portal-state.ts';
import { replacePassword } from './credentials.ts';
import { hashPassword } from './password.ts';
import { insertAccounts } from './registration.ts';
import { issueSetupToken } from './setup-link.ts';

/** A password of 20 characters from an alphabet of 64: 120 bits. */
function generatedPassword(): string {
  return randomBytes(15).toString('base64url');
}

/**
 * Creates the administrator's account, the one with the fixed id, with ADMIN_PASSWORD if it does not exist yet.
 * @returns without that password, the secret of a link that creates the account; null once the account exists
 */
export async function ensureAdministrator(store: Store, config: Config): Promise<string | null> {
  const { adminUid: uid, adminEmail: email, adminPassword } = config;
  await refuseOtherAdministrator(store.db, uid);
  if (await exists(store, uid)) return null;
  if (adminPassword === undefined) return issueSetupToken(store);
  const password = await hashPassword(adminPassword);
  try {
    await store.transact((trx) => insertAdministrator(trx, { uid, email, password }));
  } catch (error) {
    // Another process that started at the same time may have been first.
    if (isUniqueViolation(error) && (await exists(store, uid))) return null;
    if (isUniqueViolation(error))
      throw new OperatorError(`ADMIN_EMAIL ${email} belongs to another account already`);
    throw error;
  }
  return null;
}

/** Creates the account, and ends the links that would. */
export async function insertAdministrator(
  trx: Trx,
  account: { uid: string; email: string; password: string },
): Promise<void> {
  await insertAccounts(trx, [{ ...account, name: 'Administrator' }]);
  await writeState(trx, 'administrator', { uid: account.uid });
  await forgetState(trx, 'setup');
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
    if (!user)
      throw new OperatorError(
        'There is no administrator yet: open the link that the portal prints when it starts.',
      );
    await replacePassword(trx, adminUid, hash);
    return { email: user.email, password };
  });
}

async function exists(store: Store, uid: string): Promise<boolean> {
  return (await findAccount(store.db, uid)) !== undefined;
}
