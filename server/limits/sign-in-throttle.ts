import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counters, createLimiter, tooManyAttempts } from './limiter.ts';

const freeFailures = 5;
const firstDelay = 30;
const longestDelay = 15 * 60;
const memory = 24 * 60 * 60;

/**
 * Slows guessing at one account: 5 failures, then one attempt per delay, which doubles to 15 minutes. Never a lock.
 * Failures are counted by key; a new key starts at zero.
 */
export function createSignInThrottle(counters: Counters | null) {
  const attempts = createLimiter(counters, {
    name: 'sign-in-attempts',
    points: Number.MAX_SAFE_INTEGER,
    seconds: memory,
  });
  const gate = createLimiter(counters, { name: 'sign-in-gate', points: 1, seconds: firstDelay });
  return {
    /** Milliseconds until attempts with this key are admitted again; 0 while they are. */
    async delay(name: string): Promise<number> {
      const failed = await attempts.get(name);
      if (!failed || failed.consumedPoints < freeFailures - 1) return 0;
      const gated = await gate.get(name);
      return gated?.remainingPoints === 0 ? Math.max(0, gated.msBeforeNext) : 0;
    },
    /**
     * Call it before the password is hashed: attempts are counted before they are checked, so that a hundred concurrent
     * ones are not all the first. Throws 429 while attempts with this key must wait.
     */
    async admit(name: string) {
      const { consumedPoints } = await attempts.consume(name);
      const gated = consumedPoints >= freeFailures;
      try {
        if (gated) await gate.consume(name, 1, { customDuration: delayAfter(consumedPoints) });
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        await attempts.reward(name);
        throw tooManyAttempts(error.msBeforeNext);
      }
      return {
        /** Clears the failures: the password was right. */
        async succeeded(): Promise<void> {
          await attempts.delete(name);
          await gate.delete(name);
        },
        /** Does not count the attempt: the password was not checked. */
        async withdraw(): Promise<void> {
          await attempts.reward(name);
          if (gated) await gate.delete(name);
        },
      };
    },
  };
}

/** Seconds to wait after this many attempts without success. */
function delayAfter(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - freeFailures));
}
