import type { HashQueue, QueueKey } from './hash-queue.ts';
import { hashPassword, verifyPassword } from './password.ts';

/**
 * The passwords of the running portal: everything that hashes waits in one bounded queue, under the caller's key. Both
 * calls throw 503 TOO_BUSY when its lane is full.
 */
export interface Passwords {
  hash(password: string, key: QueueKey): Promise<string>;
  /**
   * Whether the password matches `hash`. Without a hash it does not, and takes as long.
   * @param admit called when it is the attempt's turn; the attempt ends with what it throws
   */
  matches(
    password: string,
    hash: string | null,
    key: QueueKey,
    admit?: () => Promise<void>,
  ): Promise<boolean>;
  /** Refuses what waits, and all that comes: 503 TOO_BUSY. The process is about to end. */
  close(): void;
}

/** Verifies imported hashes; null for any other. */
interface ImportedPasswords {
  check(password: string, stored: string | null): Promise<boolean | null>;
}

export function createPasswords(queue: HashQueue, imported?: ImportedPasswords): Passwords {
  return {
    hash: (password, key) => queue.run(key, () => hashPassword(password)),
    matches: (password, stored, key, admit) =>
      queue.run(key, async () => {
        await admit?.();
        const matches = await imported?.check(password, stored);
        if (stored !== null && typeof matches !== 'boolean') {
          return verifyPassword({ hash: stored, password });
        }
        await hashPassword(password);
        return matches ?? false;
      }),
    close: () => queue.close(),
  };
}
