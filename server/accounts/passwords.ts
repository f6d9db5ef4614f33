import type { HashQueue, QueueKey } from './hash-queue.ts';
import type { ImportedPasswords } from './imported-passwords.ts';
import { hashPassword, verifyPassword } from './password.ts';

/**
 * The passwords of the running portal: everything that hashes waits in one bounded queue, under the caller's key. Both calls throw 503 TOO_BUSY when the queue is full.
 */
export interface Passwords {
  hash(password: string, key: QueueKey): Promise<string>;
  /** Whether the password matches `hash`. Without a hash it does not, and takes as long. */
  matches(password: string, hash: string | null, key: QueueKey): Promise<boolean>;
}

/** @param imported verifies imported hashes */
export function createPasswords(queue: HashQueue, imported?: ImportedPasswords): Passwords {
  const hash: Passwords['hash'] = (password, key) => queue.run(key, () => hashPassword(password));
  return {
    hash,
    async matches(password, stored, key) {
      const matches = await imported?.check(password, stored, (work) => queue.run(key, work));
      if (stored !== null && typeof matches !== 'boolean') {
        return queue.run(key, () => verifyPassword({ hash: stored, password }));
      }
      await hash(password, key);
      return matches ?? false;
    },
  };
}
