import type { MailKind } from '#domain/member-account.ts';
import { type MailBounds, mailBounds } from './bounds.ts';
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
  /** The address of the request (`c.var.sender`), or the known device that it comes from. */
  sender?: string | undefined;
  /** Whether the mailbox, or that of the account that causes the mail, is confirmed: a share of the total is kept for it. */
  confirmed?: boolean | undefined;
}

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
  function limiterOf(kind: MailKind, scope: keyof MailBounds): Limiter | undefined {
    const bound = mailBounds[kind][scope];
    if (!bound) return undefined;
    const name = `mail-${kind}-${scope}`;
    const limiter = limiters.get(name) ?? createLimiter(counters, { name, ...bound });
    limiters.set(name, limiter);
    return limiter;
  }

  async function waitFor(kind: MailKind, scope: keyof MailBounds, key: string) {
    const limiter = limiterOf(kind, scope);
    const milliseconds = limiter ? await waitForPoint(limiter, key) : 0;
    return milliseconds > 0 ? { milliseconds, isTotal: scope === 'total' || scope === 'confirmed' } : null;
  }

  /** @returns null if the mail may be sent, else how long to wait, in milliseconds, and for which limit */
  async function wait(kind: MailKind, { to, account, sender, confirmed }: MailCauses) {
    const recipient = to && mailbox(to);
    // From the narrowest to the widest: a sender past an individual limit uses up nothing of the total.
    const keys: [keyof MailBounds, string | undefined][] = [
      ['pair', recipient && sender && `${sender} ${recipient}`],
      ['recipient', recipient],
      ['account', account],
      ['sender', sender],
      [confirmed && mailBounds[kind].confirmed ? 'confirmed' : 'total', 'all'],
    ];
    for (const [scope, key] of keys) {
      const found = key === undefined ? null : await waitFor(kind, scope, key);
      if (found) return found;
    }
    return null;
  }

  return {
    wait,
    /** The same, for a mail that is omitted past the limit. */
    may: async (kind: MailKind, causes: MailCauses) => (await wait(kind, causes)) === null,
    /** The same; throws 429, with `text` if there is one, or 503. */
    async take(kind: MailKind, causes: MailCauses, text?: (wait: number) => string): Promise<void> {
      const found = await wait(kind, causes);
      if (!found) return;
      throw found.isTotal ? tooBusy(found.milliseconds) : tooManyAttempts(found.milliseconds, text);
    },
  };
}
