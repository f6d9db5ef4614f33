import type { MailKind } from '#server/mail/mail.ts';
import { type MailBounds, mailBounds } from './bounds.ts';
import {
  type Counters,
  createLimiter,
  type Limiter,
  tooBusy,
  tooManyAttempts,
  waitForPoints,
} from './limiter.ts';

/** The causes of a mail that it is counted against, if given. */
export interface MailCauses {
  to?: string | undefined;
  /** The uid of the account that is signed in. */
  account?: string | undefined;
  /** The address of the request (`c.var.sender`). */
  sender?: string | undefined;
}

/** How long to wait for the next mail, in milliseconds, and which limit was reached. */
export interface MailWait {
  milliseconds: number;
  everybody: boolean;
}

/** Counts mails before they are queued. Call it outside of any transaction: the counts are rows too. */
export interface MailLimits {
  /** Counts a mail. @returns null if it may be sent, else how long to wait */
  wait(kind: MailKind, causes: MailCauses): Promise<MailWait | null>;
  /** The same; throws 429, with `text` if there is one, or 503. */
  take(kind: MailKind, causes: MailCauses, text?: (wait: number) => string): Promise<void>;
  /** The same, for a mail that is omitted past the limit. */
  may(kind: MailKind, causes: MailCauses): Promise<boolean>;
  /**
   * Throws 429 or 503 when there are too many requests for a reset mail, alike for known and unknown addresses. The
   * mail itself, which only a known address gets, is then counted by `may`.
   * @returns false if the mailbox has had too many from all senders: the newest link in it still works, and strangers
   *   must not keep the owner from learning that
   */
  askForReset(sender: string, email: string): Promise<boolean>;
}

export const unlimitedMails: MailLimits = {
  wait: async () => null,
  take: async () => {},
  may: async () => true,
  askForReset: async () => true,
};

/**
 * The mailbox that an address leads to, in the form that mails are counted by: lower case, and without the
 * `+tag` by which one mailbox has any number of addresses.
 */
export function mailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+', 1);
  return `${name}${email.slice(at)}`.toLowerCase();
}

/** From the narrowest to the widest: a sender past an individual limit uses up nothing of the total. */
const scopes = ['recipient', 'account', 'sender', 'total'] as const;

export function createMailLimits(counters: Counters): MailLimits {
  const limiters = new Map<string, Limiter>();
  function limiterOf(kind: MailKind, scope: keyof MailBounds): Limiter | undefined {
    const bound = mailBounds[kind][scope];
    if (!bound) return undefined;
    const name = `mail-${kind}-${scope}`;
    const limiter = limiters.get(name) ?? createLimiter(counters, { name, ...bound });
    limiters.set(name, limiter);
    return limiter;
  }

  async function waitFor(kind: MailKind, scope: keyof MailBounds, key: string): Promise<MailWait | null> {
    const limiter = limiterOf(kind, scope);
    const milliseconds = limiter ? await waitForPoints(limiter, key) : 0;
    return milliseconds > 0 ? { milliseconds, everybody: scope === 'total' } : null;
  }

  async function wait(kind: MailKind, { to, account, sender }: MailCauses): Promise<MailWait | null> {
    const keys = { recipient: to && mailbox(to), account, sender, total: 'all' };
    for (const scope of scopes) {
      const key = keys[scope];
      const found = key === undefined ? null : await waitFor(kind, scope, key);
      if (found) return found;
    }
    return null;
  }

  return {
    wait,
    may: async (kind, causes) => (await wait(kind, causes)) === null,
    async take(kind, causes, text) {
      orRefuse(await wait(kind, causes), text);
    },
    async askForReset(sender, email) {
      const kind = 'password-reset';
      orRefuse(await waitFor(kind, 'pair', `${sender} ${mailbox(email)}`));
      const sent = await limiterOf(kind, 'total')?.get('all');
      if (sent && sent.remainingPoints <= 0) throw tooBusy(sent.msBeforeNext);
      return (await waitFor(kind, 'recipient', mailbox(email))) === null;
    },
  };
}

function orRefuse(wait: MailWait | null, text?: (wait: number) => string): void {
  if (wait) throw wait.everybody ? tooBusy(wait.milliseconds) : tooManyAttempts(wait.milliseconds, text);
}
