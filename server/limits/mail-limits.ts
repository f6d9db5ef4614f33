import { type BoundedMail, type MailBounds, mailBounds } from '#server/config/bounds.ts';
import {
  type Counters,
  createLimiter,
  type Limiter,
  tooBusy,
  tooManyAttempts,
  waitForPoint,
} from './limiter.ts';

/** The causes of a mail that it is counted against, if given. */
export interface MailCauses {
  to?: string | undefined;
  /** The uid of the account that is signed in. */
  account?: string | undefined;
  /** The address of the request (`c.var.sender()`). */
  sender?: string | undefined;
  /** The known device that the request comes from. Its requests are not counted with those of others at its address. */
  device?: string | null | undefined;
  /** The share of the total that is kept for the account that the mail is for, or that causes it (`mailShare`). */
  share?: MailShare | undefined;
}

const newFor = 24 * 60 * 60 * 1000;

/** Whether an account is less than a day old. Shares that are kept for members are kept from it: a stranger makes one in a minute. */
export function isNewAccount({ createdAt }: { createdAt: Date | string }): boolean {
  return Date.now() - new Date(createdAt).getTime() < newFor;
}

export type MailShare = 'confirmed' | 'established';

/**
 * The share of an account's mails: `confirmed` for a confirmed mailbox, `established` if the account is also a day old. A
 * stranger with a domain confirms hundreds of mailboxes in a minute, and takes nothing of the latter before tomorrow.
 */
export function mailShare(
  account: { emailVerified: boolean | number; createdAt: Date | string } | undefined,
): MailShare | undefined {
  if (!account?.emailVerified) return undefined;
  return isNewAccount(account) ? 'confirmed' : 'established';
}

/** The key of the bounds that all callers share. */
export const everybody = 'all';

export type MailLimits = ReturnType<typeof createMailLimits>;

/**
 * The mailbox that an address leads to, in the form that mails are counted by: lower case, and without what gives one
 * mailbox any number of addresses, which is the `+tag` and at Google the dots and the second domain.
 */
export function mailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).toLowerCase().split('+', 1);
  const domain = email.slice(at + 1).toLowerCase();
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** Counts mails before they are queued. Call it outside of any transaction: the counts are rows too. */
export function createMailLimits(counters: Counters | null) {
  const limiters = new Map<string, Limiter>();
  function limiterOf(kind: BoundedMail, scope: keyof MailBounds): Limiter | undefined {
    const bound = mailBounds[kind][scope];
    if (!bound) return undefined;
    const name = `mail-${kind}-${scope}`;
    const limiter = limiters.get(name) ?? createLimiter(counters, { name, ...bound });
    limiters.set(name, limiter);
    return limiter;
  }

  async function waitFor(kind: BoundedMail, scope: keyof MailBounds, key: string) {
    const limiter = limiterOf(kind, scope);
    const milliseconds = limiter ? await waitForPoint(limiter, key) : 0;
    return milliseconds > 0 ? { milliseconds, isTotal: key === everybody } : null;
  }

  /** @returns null if the mail may be sent, else how long to wait, in milliseconds, and for which limit */
  async function wait(kind: BoundedMail, { to, account, sender, device, share }: MailCauses) {
    const recipient = to && mailbox(to);
    // From the narrowest to the widest: a sender over an individual limit uses up nothing of the total.
    const keys: [keyof MailBounds, string | undefined][] = [
      ['pair', recipient && sender && `${device ?? sender} ${recipient}`],
      ['recipient', recipient],
      ['account', account],
      // An established account does not compete with the strangers at its address.
      ['sender', share === 'established' ? undefined : sender],
      [share && mailBounds[kind][share] ? share : 'total', everybody],
    ];
    for (const [scope, key] of keys) {
      const found = key === undefined ? null : await waitFor(kind, scope, key);
      if (found) return found;
    }
    return null;
  }

  return {
    wait,
    /** Counts a mail that is omitted over the limit. @returns whether it may be sent */
    may: async (kind: BoundedMail, causes: MailCauses) => (await wait(kind, causes)) === null,
    /** Counts a mail. Over the limit, throws 429, with `text` if there is one, or 503. */
    async take(kind: BoundedMail, causes: MailCauses, text?: (wait: number) => string): Promise<void> {
      const found = await wait(kind, causes);
      if (!found) return;
      throw found.isTotal ? tooBusy(found.milliseconds) : tooManyAttempts(found.milliseconds, text);
    },
  };
}
