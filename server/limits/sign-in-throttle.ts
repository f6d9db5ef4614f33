import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counters, createLimiter, tooManyAttempts } from './limiter.ts';

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

export function createSignInThrottle(counters: Counters): SignInThrottle {
  const attempts = createLimiter(counters, {
    name: 'sign-in-attempts',
    points: Number.MAX_SAFE_INTEGER,
    seconds: memory,
  });
  const gate = createLimiter(counters, { name: 'sign-in-gate', points: 1, seconds: firstDelay });
  return {
    // Attempts are counted before they are judged, so that a hundred at once are not all the first.
    async admit(email) {
      const { consumedPoints } = await attempts.consume(email);
      if (consumedPoints < freeFailures) return;
      try {
        await gate.consume(email, 1, { customDuration: delayAfter(consumedPoints) });
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        await attempts.reward(email);
        throw tooManyAttempts(error.msBeforeNext);
      }
    },
    async succeeded(email) {
      await attempts.delete(email);
      await gate.delete(email);
    },
  };
}

/** Seconds to wait after this many attempts without success. */
export function delayAfter(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - freeFailures));
}
