import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sql } from 'kysely';
import {
  accountBounds,
  type Bound,
  type ByteBounds,
  byteBounds,
  requestBounds,
} from '#server/config/bounds.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';
import {
  type Counters,
  createLimiter,
  type Limiter,
  memoryLimiter,
  nothing,
  takePoint,
  tooBusy,
  tooManyAttempts,
} from './limiter.ts';
import { createMailLimits, everybody } from './mail-limits.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

export type Limits = ReturnType<typeof createLimits>;

/**
 * The limits of one sender, one account and all together (server/config/bounds.ts), counted in the database. Without
 * `counters` (load tests) they allow everything.
 */
export function createLimits(counters: Counters | null, stored: ByteBounds = byteBounds) {
  const writes = createLimiter(counters, { name: 'person', ...accountBounds.writes });
  const accountForms = createLimiter(counters, { name: 'person-form', ...accountBounds.forms });
  const ofSender = (name: keyof typeof requestBounds) =>
    createLimiter(counters, { name, ...requestBounds[name] });
  const senderForms = ofSender('form');
  const registrations = ofSender('register');
  const wrongTokens = ofSender('wrong-token');
  const requests = { 'sign-in': ofSender('sign-in'), 'reset-request': ofSender('reset-request') };
  const bytes = createByteLimits(counters, stored);
  return {
    /** Counts a request against its sender, or against the known device that it comes from. */
    takeRequest: (kind: keyof typeof requests, caller: string) => takePoint(requests[kind], caller),
    /** Middleware of registration: counts the request against its sender. */
    registration: createMiddleware<PortalEnv>(async (c, next) => {
      await takePoint(registrations, c.var.sender());
      await bytes.stranger(c, next);
    }),
    /**
     * Middleware: counts wrong tokens of mailed links against their sender. Right ones never count, so that no stranger
     * can use up what the holder of a link needs.
     */
    token: createMiddleware<PortalEnv>(async (c, next) => {
      await next();
      const { error } = c;
      if (!(error instanceof Refusal) || error.code !== 'INVALID_TOKEN') return;
      await takePoint(wrongTokens, c.var.sender());
    }),
    /** Middleware: counts a form against the account that is signed in, else against the sender. */
    form: createMiddleware<PortalEnv>(async (c, next) => {
      const user = await c.var.readSession();
      await (user ? takePoint(accountForms, user.uid) : takePoint(senderForms, c.var.sender()));
      await (user ? bytes.member(c, next, user.uid) : bytes.stranger(c, next));
    }),
    /** Middleware of all writes of a person signed in (`requires`): counts them. */
    person: createMiddleware<PortalEnv>(async (c, next) => {
      await takePoint(writes, c.var.user.uid);
      // A person who writes feedback to 300 members stores more than any member may.
      await (c.var.user.role !== 'member' ? next() : bytes.member(c, next, c.var.user.uid));
    }),
    mails: createMailLimits(counters),
    signIn: createSignInThrottle(counters),
  };
}

/** A row takes more space than its content. */
const bytesPerRow = 1024;

/** The bytes that a request has stored: its input as it passed the rules, whatever length it declared. */
function storedBytes(c: Context<PortalEnv>): number {
  const input: unknown = c.req.valid('json' as never);
  if (input === undefined || c.error || c.res.status >= 400) return 0;
  return Buffer.byteLength(JSON.stringify(input)) + bytesPerRow;
}

/** The bytes of the rows that an account has written: the log keeps each of its writes, and the inbox its messages. */
function storedLimiter(
  db: Db | undefined,
  { points, seconds }: Bound,
): Pick<Limiter, 'points' | 'add' | 'read'> {
  const size = sql<number>`coalesce(sum(bytes), 0) + count(*) * ${sql.lit(bytesPerRow)}`;
  return {
    points,
    add: async () => nothing,
    async read(uid) {
      if (!db) return nothing;
      const since = new Date(Date.now() - seconds * 1000).toISOString();
      const written = db
        .selectFrom('changes')
        .select(['at', sql<number>`octet_length(fields)`.as('bytes')])
        .where('uid', '=', uid)
        .where('actor', '=', uid)
        .where('at', '>', since)
        .unionAll(
          db
            .selectFrom('form_submissions')
            .select(['receivedAt as at', 'bytes'])
            .where('memberUid', '=', uid)
            .where('receivedAt', '>', since),
        );
      const { used, first } = await db
        .selectFrom(written.as('written'))
        .select((is) => [size.as('used'), is.fn.min('at').as('first')])
        .executeTakeFirstOrThrow();
      return { used: Number(used), wait: first ? Date.parse(first) + seconds * 1000 - Date.now() : 0 };
    },
  };
}

/**
 * Bytes stored. Those of an hour are counted in this process's memory: a disk fills too slowly for a restart or a second
 * process to matter, and a member's every write would otherwise cost another one.
 */
function createByteLimits(counters: Counters | null, bounds: ByteBounds) {
  const counter = (bound: Bound) =>
    memoryLimiter(counters ? bound : { ...bound, points: Number.MAX_SAFE_INTEGER });
  const limiters = {
    strangerAddress: counter(bounds.strangerAddress),
    strangersTotal: counter(bounds.strangersTotal),
    account: counter(bounds.account),
    accountInQuarter: storedLimiter(counters?.db, bounds.accountInQuarter),
    memberAddress: counter(bounds.memberAddress),
    membersTotal: counter(bounds.membersTotal),
  };

  /**
   * Runs the request unless one of the limits is reached, and counts afterwards what it has stored: a refused request
   * costs no byte.
   */
  async function count(
    c: Context<PortalEnv>,
    next: Next,
    keys: { [Name in keyof typeof limiters]?: string },
  ): Promise<void> {
    const counted = Object.entries(keys).map(
      ([name, key]) => [limiters[name as keyof typeof limiters], key] as const,
    );
    for (const [limiter, key] of counted) {
      const { used, wait } = await limiter.read(key);
      if (used >= limiter.points) throw key === everybody ? tooBusy(wait) : tooManyAttempts(wait);
    }
    await next();
    const bytes = storedBytes(c);
    if (bytes === 0) return;
    for (const [limiter, key] of counted) await limiter.add(key, bytes);
  }

  return {
    stranger: (c: Context<PortalEnv>, next: Next) =>
      count(c, next, { strangerAddress: c.var.sender(), strangersTotal: everybody }),
    member: (c: Context<PortalEnv>, next: Next, uid: string) =>
      count(c, next, {
        account: uid,
        accountInQuarter: uid,
        memberAddress: c.var.sender(),
        membersTotal: everybody,
      }),
  };
}
