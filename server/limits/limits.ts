import { createMiddleware } from 'hono/factory';
import type { PortalEnv } from '#server/http/env.ts';
import type { Db } from '#server/store/open.ts';
import { createLimiter, hasPoint, takePoint } from './limiter.ts';
import { createSignInThrottle, noThrottle, type SignInThrottle } from './sign-in-throttle.ts';

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

/** Reset mails that one sender asks for to one address: enough for a lost mail or two, not for a flood. */
const resetMails = { points: 5, duration: 60 * 60 };

/** Reset mails to one address, whoever asks. Past it the newest is not an hour old, so its link still works. */
const resetMailsReceived = { points: 10, duration: 60 * 60 };

/** Receipts to one address of mail: anybody can name any address in a form. */
const receipts = { points: 5, duration: 60 * 60 };

export type AddressLimit = keyof typeof perAddress;

export interface Limits {
  /** Middleware: counts the request against its client's address. */
  address(name: AddressLimit): ReturnType<typeof createMiddleware<PortalEnv>>;
  /** Middleware: counts a write against the person signed in. Stands after `requires`. */
  person: ReturnType<typeof createMiddleware<PortalEnv>>;
  /** The same count, for a route that tells only after some work whether the request counts. */
  takeAddress(name: AddressLimit, address: string): Promise<void>;
  /**
   * Throws 429 when this sender has asked for too many reset mails to this address: others' requests do not keep the
   * owner from asking. Answers whether the address may get another mail.
   */
  resetMail(asked: { sender: string; email: string }): Promise<boolean>;
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
      takeAddress: async () => {},
      resetMail: async () => true,
      receipt: async () => true,
      signIn: noThrottle,
    };
  }
  const writes = createLimiter(db, { name: 'person', ...perPerson });
  const mails = createLimiter(db, { name: 'reset-mail', ...resetMails });
  const mailsReceived = createLimiter(db, { name: 'reset-mail-received', ...resetMailsReceived });
  const takeAddress = (name: AddressLimit, address: string) =>
    takePoint(createLimiter(db, { name, ...perAddress[name] }), address);
  const receiptMails = createLimiter(db, { name: 'receipt', ...receipts });
  return {
    address(name) {
      return createMiddleware(async (c, next) => {
        await takeAddress(name, c.var.clientAddress);
        await next();
      });
    },
    takeAddress,
    person: createMiddleware(async (c, next) => {
      await takePoint(writes, c.var.user.uid);
      await next();
    }),
    async resetMail({ sender, email }) {
      await takePoint(mails, `${sender} ${email}`);
      return hasPoint(mailsReceived, email);
    },
    receipt: (email) => hasPoint(receiptMails, email),
    signIn: createSignInThrottle(db),
  };
}
