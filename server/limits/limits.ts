import { createMiddleware } from 'hono/factory';
import type { PortalEnv } from '#server/http/env.ts';
import type { Db } from '#server/store/open.ts';
import { createLimiter, hasPoint, takePoint } from './limiter.ts';
import { createSignInThrottle, type SignInThrottle } from './sign-in-throttle.ts';

/**
 * What one address may do. Wide, since a whole campus shares one in the orientation hour: each bound is what
 * about 600 students need, not what one does. Seconds.
 */
const perAddress = {
  register: { points: 1_000, duration: 15 * 60 },
  'sign-in': { points: 2_000, duration: 15 * 60 },
  'reset-request': { points: 300, duration: 15 * 60 },
  'token-use': { points: 300, duration: 15 * 60 },
  form: { points: 1_000, duration: 15 * 60 },
} as const;

/** What one signed-in person may write: enough for any hand, not for a script. */
const perPerson = { points: 120, duration: 60 };

/** Reset mails for one address of mail: enough for a lost mail or two, not for a flood. */
const resetMails = { points: 5, duration: 60 * 60 };

/** Receipts to one address of mail: anybody can name any address in a form. */
const receipts = { points: 5, duration: 60 * 60 };

export type AddressLimit = keyof typeof perAddress;

export interface Limits {
  /** Middleware: counts the request against its client's address. */
  address(name: AddressLimit): ReturnType<typeof createMiddleware<PortalEnv>>;
  /** Middleware: counts a write against the person signed in. Stands after `requires`. */
  person: ReturnType<typeof createMiddleware<PortalEnv>>;
  /** Throws 429 when this e-mail address has asked for too many reset mails. */
  resetMail(email: string): Promise<void>;
  /** Whether this e-mail address may get another receipt for a form. */
  receipt(email: string): Promise<boolean>;
  signIn: SignInThrottle;
}

const pass = createMiddleware<PortalEnv>((_c, next) => next());

/** The portal's limits, counted in the database; with `enabled` false (load tests) all of them let pass. */
export function createLimits(db: Db, enabled: boolean): Limits {
  if (!enabled) {
    return {
      address: () => pass,
      person: pass,
      resetMail: async () => {},
      receipt: async () => true,
      signIn: { admit: async () => {}, succeeded: async () => {} },
    };
  }
  const writes = createLimiter(db, { name: 'person', ...perPerson });
  const mails = createLimiter(db, { name: 'reset-mail', ...resetMails });
  const receiptMails = createLimiter(db, { name: 'receipt', ...receipts });
  return {
    address(name) {
      const limiter = createLimiter(db, { name, ...perAddress[name] });
      return createMiddleware(async (c, next) => {
        await takePoint(limiter, c.var.clientAddress);
        await next();
      });
    },
    person: createMiddleware(async (c, next) => {
      await takePoint(writes, c.var.user.uid);
      await next();
    }),
    resetMail: (email) => takePoint(mails, email),
    receipt: (email) => hasPoint(receiptMails, email),
    signIn: createSignInThrottle(db),
  };
}
