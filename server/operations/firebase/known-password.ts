import { timingSafeEqual } from 'node:crypto';
import { firebaseScrypt } from '#server/accounts/firebase-scrypt.ts';
import { ImportError } from './faults.ts';
import type { FirebaseSource } from './read-files.ts';

/**
 * Verifies one password that the operator knows, so that a wrong signer key is detected before anything is written.
 * Throws ImportError if it is not the password of that account.
 */
export async function checkKnownPassword(
  { staging, hashConfig }: FirebaseSource,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const account = staging.accountOf(email.trim().toLowerCase());
  if (!account?.password || !hashConfig) {
    throw new ImportError(`Nothing was imported.\nThe accounts have no password for ${email}.`);
  }
  const expected = Buffer.from(account.password.hash, 'base64');
  const actual = await firebaseScrypt(password, Buffer.from(account.password.salt, 'base64'), hashConfig);
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
  throw new ImportError(
    `Nothing was imported.\nThis is not the password of ${email}, or the hash parameters are not those of its project: compare base64_signer_key and base64_salt_separator with the console.`,
  );
}
