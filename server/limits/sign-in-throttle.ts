import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '#server/store/open.ts';
import { createLimiter, tooManyAttempts } from './limiter.ts';

const freeFailures = 5;
const firstDelay = 30;
const longestDelay = 15 * 60;
const memory = 24 * 60 * 60;

/** An attempt that has been let in to the hash. */
export interface Attempt {
  /** Forgets the failures: the password was right. */
  succeeded(): Promise<void>;
  /** Counts the attempt as none: the password was never looked at. */
  withdraw(): Promise<void>;
}

/**
 * Slows guessing at one account: 5 failures, then one attempt per delay, which doubles to 15 minutes. Never a lock.
 * Failures are counted under a name: the account's address, or that of a device that has signed in to it before.
 */
export interface SignInThrottle {
  /** To be called before the password is hashed; throws 429 while attempts of this name must wait. */
  admit(name: string): Promise<Attempt>;
  /** Forgets the failures of these names. */
  forget(names: readonly string[]): Promise<void>;
}

/** Lets every attempt in. */
export const noThrottle: SignInThrottle = {
  admit: async () => ({ succeeded: async () => {}, withdraw: async () => {} }),
  forget: async () => {},
};

export function createSignInThrottle(db: Db): SignInThrottle {
  const attempts = createLimiter(db, {
    name: 'sign-in-attempts',
    points: Number.MAX_SAFE_INTEGER,
    duration: memory,
  });
  const gate = createLimiter(db, { name: 'sign-in-gate', points: 1, duration: firstDelay });

  async function forget(names: readonly string[]): Promise<void> {
    for (const key of names.map(counterKey)) {
      await attempts.delete(key);
      await gate.delete(key);
    }
  }

  return {
    // Attempts are counted before they are judged, so that a hundred at once are not all the first.
    async admit(name) {
      const key = counterKey(name);
      const { consumedPoints } = await attempts.consume(key);
      const gated = consumedPoints >= freeFailures;
      try {
        if (gated) await gate.consume(key, 1, { customDuration: delayAfter(consumedPoints) });
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        await attempts.reward(key);
        throw tooManyAttempts(error.msBeforeNext);
      }
      return {
        succeeded: () => forget([name]),
        async withdraw() {
          await attempts.reward(key);
          if (gated) await gate.delete(key);
        },
      };
    },
    forget,
  };
}

/** Seconds to wait after this many attempts without success. */
export function delayAfter(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - freeFailures));
}

/** The counters need no addresses in clear text. */
function counterKey(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}
