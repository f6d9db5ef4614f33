import { timingSafeEqual } from 'node:crypto';
import type { Log } from '#server/log.ts';
import type { Db, Store } from '#server/store/open.ts';
import { firebaseScrypt } from './firebase-scrypt.ts';
import { isLocked, parseImportedHash } from './imported-hash.ts';
import { dropUnusedPasswordKeys, readPasswordKeys } from './password-keys.ts';
import type { Passwords } from './passwords.ts';

/** Runs the work of one hash when its turn comes. */
type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** The part of verifying a password that hashes from Firebase need. */
export interface ImportedPasswords {
  /**
   * Whether the password is the one of an imported hash; null for any other hash and for none, which is for the
   * portal's own way to tell. The caller spends one hash of its own in either case: while imported hashes are stored,
   * every attempt costs the same, so that the time tells nobody which kind an address has (docs/decisions/0040).
   */
  check(password: string, stored: string | null, queue: Queue): Promise<boolean | null>;
}

const anySalt = Buffer.alloc(16);

export function createImportedPasswords(db: Db, secret: string, log: Log): ImportedPasswords {
  return {
    async check(password, stored, queue) {
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
      const actual = config ? await queue(() => firebaseScrypt(password, salt, config)) : null;
      if (isLocked(stored)) return false;
      if (!imported) return null;
      return actual?.length === imported.hash.length && timingSafeEqual(actual, imported.hash);
    },
  };
}

/** Whether this hash is to be replaced once its password is known. */
export function isImported(stored: string): boolean {
  return parseImportedHash(stored) !== null;
}

/**
 * Puts a hash of the portal's own in the place of an imported one whose password was just verified. One that has been
 * replaced meanwhile, by a reset, say, stays.
 */
export async function replaceImportedHash(
  store: Store,
  { uid, password, passwords }: { uid: string; password: string; passwords: Pick<Passwords, 'hash'> },
): Promise<void> {
  const account = await store.db
    .selectFrom('account')
    .select(['id', 'password'])
    .where('userId', '=', uid)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  if (!account?.password || !isImported(account.password)) return;
  const imported = account.password;
  const replacement = await passwords.hash(password, { sender: `imported ${uid}` });
  await store.transact(async (trx) => {
    await trx
      .updateTable('account')
      .set({ password: replacement, updatedAt: new Date() })
      .where('id', '=', account.id)
      .where('password', '=', imported)
      .execute();
    await dropUnusedPasswordKeys(trx);
  });
}
