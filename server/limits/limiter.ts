import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { waitMessages } from '#domain/waiting.ts';
import type { Bound } from '#server/config/bounds.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';

/** Where counts are kept, and the secret that their keys are hashed with. */
export interface Counters {
  db: Db;
  secret: string;
}

interface LimiterOptions extends Bound {
  /** Prefix of every key, so that limits do not mix. */
  name: string;
  /** The longest that a count can last, in seconds, if not as long as the limit. */
  longest?: number;
}

/** How many points of a key are used, and the milliseconds until its count starts again. */
interface Count {
  used: number;
  wait: number;
}

/** A limit of so many points for each key. */
export interface Limiter {
  points: number;
  /** Counts points. A count that has ended starts again, for as long as the limit or `seconds`. */
  add(key: string, points?: number, seconds?: number): Promise<Count>;
  read(key: string): Promise<Count>;
  forget(key: string): Promise<void>;
}

/**
 * By how many milliseconds clocks of two processes may differ. Counts need it even in one process: of two requests, the
 * one that began first may be counted last.
 */
const clockDifference = 60_000;

export const nothing: Count = { used: 0, wait: 0 };

/**
 * A limit in the portal's own database: it survives a restart and is shared by all processes. Without `counters` (load
 * tests) it allows everything.
 */
export function createLimiter(counters: Counters | null, options: LimiterOptions): Limiter {
  const { name, points, seconds, longest = seconds } = options;
  if (!counters)
    return { points, add: async () => nothing, read: async () => nothing, forget: async () => {} };
  const { db, secret } = counters;
  /** A count that lasts longer than any can was begun while the clock was ahead, and would keep people out. */
  const bounds = (now: number) => ({ after: now, until: now + longest * 1000 + clockDifference });

  return {
    points,
    async add(key, added = 1, lasting = seconds) {
      const now = Date.now();
      const { after, until } = bounds(now);
      const goesOn = sql<boolean>`rate_limits.expire > ${after} and rate_limits.expire <= ${until}`;
      const { used, expire } = await db
        .insertInto('rate_limits')
        .values({ key: storedKey(secret, name, key), points: added, expire: now + lasting * 1000 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            points: sql`case when ${goesOn} then rate_limits.points else 0 end + excluded.points`,
            expire: sql`case when ${goesOn} then rate_limits.expire else excluded.expire end`,
          }),
        )
        .returning(['points as used', 'expire'])
        .executeTakeFirstOrThrow();
      return { used, wait: Number(expire) - now };
    },
    async read(key) {
      const now = Date.now();
      const { after, until } = bounds(now);
      const row = await db
        .selectFrom('rate_limits')
        .select(['points as used', 'expire'])
        .where('key', '=', storedKey(secret, name, key))
        .where('expire', '>', after)
        .where('expire', '<=', until)
        .executeTakeFirst();
      return row ? { used: row.used, wait: Number(row.expire) - now } : nothing;
    },
    async forget(key) {
      await db
        .deleteFrom('rate_limits')
        .where('key', '=', storedKey(secret, name, key))
        .execute();
    },
  };
}

/** The stored form of a key: nobody can read an address from it, or test a guess without the portal's secret. */
export function storedKey(secret: string, name: string, key: string): string {
  return `${name}:${createHmac('sha256', secret).update(`rate-limit:${key}`).digest('base64url')}`;
}

/** A limit in this process's memory. The counts of all keys start again together. */
export function memoryLimiter({ points, seconds }: Bound): Limiter {
  const used = new Map<string, number>();
  let end = 0;
  function read(key: string): Count {
    const now = Date.now();
    if (end <= now || end > now + seconds * 1000) {
      used.clear();
      end = now + seconds * 1000;
    }
    return { used: used.get(key) ?? 0, wait: end - now };
  }
  return {
    points,
    async add(key, added = 1) {
      used.set(key, read(key).used + added);
      return read(key);
    },
    read: async (key) => read(key),
    forget: async (key) => void used.delete(key),
  };
}

/** Takes one point of `key`. @returns 0, or the milliseconds until there is one again */
export async function waitForPoint(limiter: Limiter, key: string): Promise<number> {
  const { used, wait } = await limiter.add(key);
  return used > limiter.points ? Math.max(1, wait) : 0;
}

/** Takes one point of `key`; throws 429 with Retry-After when there is none left. */
export async function takePoint(limiter: Limiter, key: string): Promise<void> {
  const wait = await waitForPoint(limiter, key);
  if (wait > 0) throw tooManyAttempts(wait);
}

/** The refusal of a caller who has reached an individual limit. */
export function tooManyAttempts(
  waitMs: number,
  text: (wait: number) => string = waitMessages.sender,
): Refusal {
  return new Refusal(429, 'TOO_MANY_ATTEMPTS', text(waitMs), retryAfter(waitMs));
}

/** The refusal of every caller, when the whole portal has reached a limit. */
export function tooBusy(waitMs: number): Refusal {
  return new Refusal(503, 'TOO_BUSY', waitMessages.portal(waitMs), retryAfter(waitMs));
}

function retryAfter(waitMs: number): { headers: Record<string, string> } {
  return { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } };
}
