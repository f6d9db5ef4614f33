import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '#server/store/open.ts';
import { createLimiter, tooManyAttempts } from './limiter.ts';

const freeFailures = 5;
const firstDelay = 30;
const longestDelay = 15 * 60;
const memory = 24 * 60 * 60;

/** Slows guessing at one account: 5 failures, then one attempt per delay, which doubles to 15 minutes. Never a lock. */
export interface SignInThrottle {
  /** To be called before the password is hashed; throws 429 while the account must wait. */
  admit(email: string): Promise<void>;
  /** Forgets the failures of an account whose owner has signed in. */
  succeeded(email: string): Promise<void>;
}

export function createSignInThrottle(db: Db): SignInThrottle {
  const attempts = createLimiter(db, {
    name: 'sign-in-attempts',
    points: Number.MAX_SAFE_INTEGER,
    duration: memory,
  });
  const gate = createLimiter(db, { name: 'sign-in-gate', points: 1, duration: firstDelay });
  return {
    // Attempts are counted before they are judged, so that a hundred at once are not all the first.
    async admit(email) {
      const key = accountKey(email);
      const { consumedPoints } = await attempts.consume(key);
      if (consumedPoints < freeFailures) return;
      try {
        await gate.consume(key, 1, { customDuration: delayAfter(consumedPoints) });
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        await attempts.reward(key);
        throw tooManyAttempts(error.msBeforeNext);
      }
    },
    async succeeded(email) {
      const key = accountKey(email);
      await attempts.delete(key);
      await gate.delete(key);
    },
  };
}

/** Seconds to wait after this many attempts without success. */
export function delayAfter(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - freeFailures));
}

/** The counters need no addresses in clear text. */
function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
