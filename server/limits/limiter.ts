import { sql } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { accountMessages } from '#domain/accounts.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';

export interface LimiterOptions {
  /** Kept in front of every key, so that limits do not mix. */
  name: string;
  points: number;
  /** Seconds after the first point until the count starts anew. */
  duration: number;
}

/** A counter in the portal's own database: it survives a restart and is shared by all processes. */
export function createLimiter(db: Db, { name, points, duration }: LimiterOptions): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: poolOver(db),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
  });
}

/** Takes one point of `key`; throws 429 with Retry-After when there is none left. */
export async function takePoint(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooManyAttempts(error.msBeforeNext) : error;
  }
}

/** Takes one point of `key`, if there is one left. */
export async function hasPoint(limiter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

/** The refusal for a caller who must wait. */
export function tooManyAttempts(waitMs: number): Refusal {
  return new Refusal(429, 'TOO_MANY_ATTEMPTS', accountMessages.tooManyAttempts, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

interface PoolQuery {
  text: string;
  values?: unknown[];
}

/**
 * The limiter library writes PostgreSQL's `$1`; SQLite runs the same statements once Kysely has written the
 * placeholders its way. Going through Kysely also keeps them out of other people's transactions.
 */
function poolOver(db: Db) {
  return {
    query({ text, values = [] }: PoolQuery) {
      const parts = text.split(/\$(\d+)/);
      const fragments = parts.map((part, index) =>
        index % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part) - 1]),
      );
      return sql.join(fragments, sql.raw('')).execute(db);
    },
  };
}
