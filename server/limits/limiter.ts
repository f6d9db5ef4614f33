import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { waitMessages } from '#domain/waiting.ts';
import type { Bound } from '#server/config/bounds.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';

/** Where counts are kept, and the secret that their keys are hashed with. */
export interface Counters {
  db: Db;
  secret: string;
}

export interface LimiterOptions extends Bound {
  /** Prefix of every key, so that limits do not mix. */
  name: string;
  /** The longest that a count can last, in seconds, if not as long as the limit. */
  longest?: number;
}

/** A counter in the portal's own database: it survives a restart and is shared by all processes. */
class StoredLimiter extends RateLimiterPostgres {
  readonly #secret: string;
  readonly #longestMs: number;

  constructor({ db, secret }: Counters, { name, points, seconds, longest = seconds }: LimiterOptions) {
    super({
      storeClient: poolOver(db),
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    this.#secret = secret;
    this.#longestMs = longest * 1000;
  }

  override async get(key: string): Promise<RateLimiterRes | null> {
    const count = await super.get(key);
    return count && !(await this.#isVoid(key, count)) ? count : null;
  }

  override async consume(...count: Parameters<RateLimiterPostgres['consume']>): Promise<RateLimiterRes> {
    try {
      return await super.consume(...count);
    } catch (error) {
      if (error instanceof RateLimiterRes && (await this.#isVoid(count[0], error)))
        return super.consume(...count);
      throw error;
    }
  }

  /** Drops a count that lasts longer than any can: it was begun while the clock was ahead, and would keep people out. */
  async #isVoid(key: string | number, { msBeforeNext }: RateLimiterRes): Promise<boolean> {
    if (msBeforeNext <= this.#longestMs) return false;
    await this.delete(key);
    return true;
  }

  override getKey(key: string | number): string {
    return storedKey(this.#secret, this.keyPrefix, key);
  }
}

/** The stored form of a key: nobody can read an address from it, or test a guess without the portal's secret. */
export function storedKey(secret: string, name: string, key: string | number): string {
  return `${name}:${createHmac('sha256', secret).update(`rate-limit:${key}`).digest('base64url')}`;
}

export type Limiter = StoredLimiter | RateLimiterMemory;

/** Without `counters` (load tests) it allows everything. */
export function createLimiter(counters: Counters | null, options: LimiterOptions): Limiter {
  return counters
    ? new StoredLimiter(counters, options)
    : memoryLimiter({ ...options, points: Number.MAX_SAFE_INTEGER });
}

/** A counter in this process's memory. */
export function memoryLimiter({ points, seconds }: Bound): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: seconds });
}

/** Takes one point of `key`. @returns 0, or the milliseconds until there is one again */
export async function waitForPoint(limiter: Pick<Limiter, 'consume'>, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
    throw error;
  }
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

interface PoolQuery {
  name: string;
  text: string;
  values?: unknown[];
}

/**
 * The limiter library writes PostgreSQL's `$1`; SQLite runs the same statements once Kysely has written the
 * placeholders its way. Going through Kysely also keeps them out of other people's transactions.
 */
function poolOver(db: Db) {
  return {
    async query({ text, values = [] }: PoolQuery) {
      const parts = text.split(/\$(\d+)/);
      const fragments = parts.map((part, index) =>
        index % 2 === 0 ? sql.raw(part) : sql.val(values[Number(part) - 1]),
      );
      const compiled = sql.join(fragments, sql.raw('')).compile(db);
      const { rows } = await db.executeQuery(compiled);
      return { rows, rowCount: rows.length };
    },
  };
}
