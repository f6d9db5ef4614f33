import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limits as inputLimits } from '#domain/limits.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { accountBounds, type Bound, byteBounds, requestBounds } from './bounds.ts';
import {
  type Counters,
  createLimiter,
  type Limiter,
  takePoint,
  tooBusy,
  tooManyAttempts,
  waitForPoints,
} from './limiter.ts';
import { createMailLimits, type MailLimits, unlimitedMails } from './mail-limits.ts';
import { createSignInThrottle, noThrottle, type SignInThrottle } from './sign-in-throttle.ts';

export type RequestKind = keyof typeof requestBounds;

/** Enforces the limits of one sender, one account and all together (server/limits/bounds.ts). */
export interface Limits {
  /** Middleware: counts the request against its sender. */
  address(kind: Exclude<RequestKind, 'form'>): ReturnType<typeof createMiddleware<PortalEnv>>;
  /** The same count, for a route that learns only later whether the request counts. */
  takeRequest(kind: Exclude<RequestKind, 'form'>, sender: string): Promise<void>;
  /** Middleware: counts a form against the account that is signed in, else against the sender. */
  form: ReturnType<typeof createMiddleware<PortalEnv>>;
  /** Middleware: counts a write against the person signed in. Stands after `requires`. */
  person: ReturnType<typeof createMiddleware<PortalEnv>>;
  mails: MailLimits;
  signIn: SignInThrottle;
}

const pass = createMiddleware<PortalEnv>((_c, next) => next());

/** The portal's limits, counted in the database. With `enabled` false (load tests) they allow everything. */
export function createLimits(counters: Counters, enabled: boolean): Limits {
  if (!enabled) {
    return {
      address: () => pass,
      form: pass,
      person: pass,
      mails: unlimitedMails,
      takeRequest: async () => {},
      signIn: noThrottle,
    };
  }
  const writes = createLimiter(counters, { name: 'person', ...accountBounds.writes });
  const accountForms = createLimiter(counters, { name: 'person-form', ...accountBounds.forms });
  const senderForms = createLimiter(counters, { name: 'form', ...requestBounds.form });
  const bytes = createByteLimits();
  const requests = {
    register: createLimiter(counters, { name: 'register', ...requestBounds.register }),
    'sign-in': createLimiter(counters, { name: 'sign-in', ...requestBounds['sign-in'] }),
    'reset-request': createLimiter(counters, { name: 'reset-request', ...requestBounds['reset-request'] }),
    'token-use': createLimiter(counters, { name: 'token-use', ...requestBounds['token-use'] }),
  } satisfies Record<Exclude<RequestKind, 'form'>, Limiter>;
  const takeRequest: Limits['takeRequest'] = (kind, sender) => takePoint(requests[kind], sender);
  return {
    takeRequest,
    address(kind) {
      return createMiddleware(async (c, next) => {
        await takeRequest(kind, c.var.sender);
        if (kind === 'register') await bytes.stranger(c);
        await next();
      });
    },
    form: createMiddleware(async (c, next) => {
      const user = await c.var.readSession();
      await (user ? takePoint(accountForms, user.uid) : takePoint(senderForms, c.var.sender));
      await (user ? bytes.member(c, user.uid) : bytes.stranger(c));
      await next();
    }),
    person: createMiddleware(async (c, next) => {
      await takePoint(writes, c.var.user.uid);
      // A lead who writes feedback to 300 members stores more than any member may.
      if (c.var.user.role !== 'administrator') await bytes.member(c, c.var.user.uid);
      await next();
    }),
    mails: createMailLimits(counters),
    signIn: createSignInThrottle(counters),
  };
}

/** A row takes more space than its content. */
const bytesPerRow = 1024;

/** The bytes that a request may store: its stated length, or the maximum if it states none. */
function storedBytes(c: Context<PortalEnv>): number {
  const declared = Number(c.req.header('content-length') ?? inputLimits.body);
  return Math.min(Number.isNaN(declared) ? inputLimits.body : declared, inputLimits.body) + bytesPerRow;
}

/**
 * Bytes to be stored. Counted in this process's memory: a disk fills too slowly for a restart or a second process
 * to matter, and a member's every write would otherwise cost another one.
 */
function createByteLimits() {
  const address = counter(byteBounds.strangerAddress);
  const account = counter(byteBounds.account);
  const memberAddress = counter(byteBounds.memberAddress);
  const strangers = counter(byteBounds.strangersTotal);
  const members = counter(byteBounds.membersTotal);

  /** Individual limits first: a sender past them uses up nothing of the total. */
  async function take(bytes: number, own: [RateLimiterMemory, string][], total: RateLimiterMemory) {
    for (const [limiter, key] of own) {
      const wait = await waitForPoints(limiter, key, bytes);
      if (wait > 0) throw tooManyAttempts(wait);
    }
    const wait = await waitForPoints(total, 'all', bytes);
    if (wait > 0) throw tooBusy(wait);
  }

  return {
    stranger: (c: Context<PortalEnv>) => take(storedBytes(c), [[address, c.var.sender]], strangers),
    member: (c: Context<PortalEnv>, uid: string) =>
      take(
        storedBytes(c),
        [
          [account, uid],
          [memberAddress, c.var.sender],
        ],
        members,
      ),
  };
}

function counter({ points, seconds }: Bound): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: seconds });
}
