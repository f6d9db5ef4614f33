import type { HashLine, HashQueue } from './hash-queue.ts';
import type { ImportedPasswords } from './imported-passwords.ts';
import { hashPassword, verifyPassword } from './password.ts';

/**
 * The passwords of the running portal: everything that hashes waits in one bounded queue. `line` names the caller that the
 * work is for, and lines take turns. Both calls throw 503 TOO_BUSY when the queue is full.
 */
export interface Passwords {
  /** The hash to store. */
  hash(password: string, line: HashLine): Promise<string>;
  /** Whether the password matches `hash`. Without a hash it does not, and takes as long. */
  matches(password: string, hash: string | null, line: HashLine): Promise<boolean>;
}

/** @param imported verifies imported hashes */
export function createPasswords(queue: HashQueue, imported?: ImportedPasswords): Passwords {
  const hash: Passwords['hash'] = (password, line) => queue.run(line, () => hashPassword(password));
  return {
    hash,
    async matches(password, stored, line) {
      const matches = await imported?.check(password, stored, (work) => queue.run(line, work));
      if (stored !== null && typeof matches !== 'boolean') {
        return queue.run(line, () => verifyPassword({ hash: stored, password }));
      }
      await hash(password, line);
      return matches ?? false;
    },
  };
}
