import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counters, createLimiter, tooManyAttempts } from './limiter.ts';

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
 * Failures are counted under a name, which a caller that is to start from nothing changes.
 */
export interface SignInThrottle {
  /** To be called before the password is hashed; throws 429 while attempts of this name must wait. */
  admit(name: string): Promise<Attempt>;
}

/** Lets every attempt in. */
export const noThrottle: SignInThrottle = {
  admit: async () => ({ succeeded: async () => {}, withdraw: async () => {} }),
};

export function createSignInThrottle(counters: Counters): SignInThrottle {
  const attempts = createLimiter(counters, {
    name: 'sign-in-attempts',
    points: Number.MAX_SAFE_INTEGER,
    seconds: memory,
  });
  const gate = createLimiter(counters, { name: 'sign-in-gate', points: 1, seconds: firstDelay });
  return {
    // Attempts are counted before they are judged, so that a hundred at once are not all the first.
    async admit(name) {
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
        async succeeded() {
          await attempts.delete(name);
          await gate.delete(name);
        },
        async withdraw() {
          await attempts.reward(name);
          if (gated) await gate.delete(name);
        },
      };
    },
  };
}

/** Seconds to wait after this many attempts without success. */
export function delayAfter(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - freeFailures));
}
