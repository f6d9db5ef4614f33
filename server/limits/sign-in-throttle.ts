import { failureBounds } from '#server/config/bounds.ts';
import type { Db } from '#server/store/open.ts';
import { type Counters, createLimiter, tooManyAttempts } from './limiter.ts';

const countName = 'sign-in-attempts';
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
    name: countName,
    points: freeFailures,
    seconds: memory,
  });
  const gate = createLimiter(counters, {
    name: 'sign-in-gate',
    points: 1,
    seconds: firstDelay,
    longest: longestDelay,
  });

  /** Milliseconds until attempts with this key are admitted again; 0 while they are. */
  async function delay(name: string): Promise<number> {
    if ((await attempts.read(name)).used < freeFailures - 1) return 0;
    return (await gate.read(name)).wait;
  }

  return {
    delay,
    /** One attempt with this key. */
    attempt(name: string) {
      let gated = false;
      return {
        /** Throws 429 while attempts must wait. Counts nothing: those that wait for their turn may be refused there. */
        async refuseIfDelayed(): Promise<void> {
          const wait = await delay(name);
          if (wait > 0) throw tooManyAttempts(wait);
        },
        /**
         * Call it when it is the attempt's turn, before the password is hashed: attempts are counted before they are
         * checked, so that a hundred concurrent ones are not all the first. Throws 429 while attempts must wait.
         */
        async admit(): Promise<void> {
          const { used } = await attempts.add(name);
          gated = used >= freeFailures;
          if (!gated) return;
          const passed = await gate.add(name, 1, delayAfter(used));
          if (passed.used <= 1) return;
          await attempts.add(name, -1);
          throw tooManyAttempts(passed.wait);
        },
        /** Clears the failures: the password was right. */
        async succeeded(): Promise<void> {
          await attempts.forget(name);
          await gate.forget(name);
        },
        /** Does not count the attempt: the password was not checked. */
        async withdraw(): Promise<void> {
          await attempts.add(name, -1);
          if (gated) await gate.forget(name);
        },
      };
    },
  };
}

const deletedTogether = 1_000;

/** Forgets the counts with the fewest failures, while there are more than `kept`. */
export async function dropSurplusFailures(db: Db, kept: number = failureBounds.counts): Promise<void> {
  const counts = db.selectFrom('rate_limits').where('key', 'like', `${countName}:%`);
  const surplus = await counts
    .select('points')
    .orderBy('points', 'desc')
    .limit(1)
    .offset(kept)
    .executeTakeFirst();
  if (!surplus) return;
  const surplusKeys = counts.select('key').where('points', '<=', surplus.points).limit(deletedTogether);
  const dropSome = () => db.deleteFrom('rate_limits').where('key', 'in', surplusKeys).executeTakeFirst();
  while ((await dropSome()).numDeletedRows > 0n);
}

/** Seconds to wait after this many attempts without success. */
function delayAfter(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - freeFailures));
}
