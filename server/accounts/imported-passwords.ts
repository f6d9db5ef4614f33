import { timingSafeEqual } from 'node:crypto';
import type { Log } from '#server/log/log.ts';
import type { Db, Store } from '#server/store/open.ts';
import { findPassword } from './credentials.ts';
import { firebaseScrypt } from './firebase-scrypt.ts';
import type { QueueKey } from './hash-queue.ts';
import { isLocked, parseImportedHash } from './imported-hash.ts';
import { dropUnusedPasswordKeys, readPasswordKeys } from './password-keys.ts';
import type { Passwords } from './passwords.ts';

const anySalt = Buffer.alloc(16);

/** Verifies passwords whose hashes were imported from Firebase. */
export function createImportedPasswords(db: Db, secret: string, log: Log) {
  return {
    /**
     * Whether the password matches an imported hash; null for any other hash and for none, which the portal's own
     * verification decides. The caller computes one portal hash in either case: while imported hashes are stored, every
     * attempt costs the same, so that its time does not reveal which kind an address has (docs/decisions/firebase.md).
     */
    async check(password: string, stored: string | null): Promise<boolean | null> {
      const keys = await readPasswordKeys(db, secret);
      const imported = stored === null ? null : parseImportedHash(stored);
      const config = imported ? keys.get(imported.keyId) : [...keys.values()][0];
      if (imported && config === null) {
        log.error(
          { key: imported.keyId },
          'imported passwords cannot be verified: AUTH_SECRET is another one',
        );
      }
      const salt = imported?.salt ?? anySalt;
      let matches = false;
      // All of them, so that the time does not tell which one matched.
      for (const form of passwordForms(password)) {
        const actual = config ? await firebaseScrypt(form, salt, config) : null;
        if (actual && actual.length === imported?.hash.length && timingSafeEqual(actual, imported.hash))
          matches = true;
      }
      if (isLocked(stored)) return false;
      return imported && matches;
    },
  };
}

/** The forms in which Firebase may have hashed a password: it took the letters as the keyboard of the time composed them. */
function passwordForms(typed: string): Set<string> {
  return new Set([typed, typed.normalize('NFC'), typed.normalize('NFD')]);
}

/** Whether this hash is to be replaced once its password is known. */
export function isImported(stored: string): boolean {
  return parseImportedHash(stored) !== null;
}

interface Replacement {
  uid: string;
  password: string;
  passwords: Pick<Passwords, 'hash'>;
  /** The place of the sign-in that verified the password. */
  key: QueueKey;
}

/**
 * Replaces an imported hash, whose password was just verified, with the portal's. A hash that has been
 * replaced meanwhile, for example by a reset, stays.
 */
export async function replaceImportedHash(
  store: Store,
  { uid, password, passwords, key }: Replacement,
): Promise<void> {
  const account = await findPassword(store.db, uid);
  if (!account?.password || !isImported(account.password)) return;
  const imported = account.password;
  const replacement = await passwords.hash(password, key);
  await store.transact(async (trx) => {
    await trx
      .updateTable('account')
      .set({ password: replacement, updatedAt: new Date() })
      .where('userId', '=', uid)
      .where('password', '=', imported)
      .execute();
    await dropUnusedPasswordKeys(trx);
  });
}
