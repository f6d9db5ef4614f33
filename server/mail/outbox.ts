import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Log } from '#server/log.ts';
import type { Db } from '#server/store/open.ts';
import type { Mail } from './mail.ts';
import {
  type ClaimedMail,
  claim,
  dueMails,
  enqueue,
  markFailed,
  markSent,
  renewClaims,
  retryDelay,
} from './outbox-store.ts';
import { createRenewal } from './renewal.ts';
import { type MailTransport, sendingAtOnce } from './transports.ts';

/** How the outbox paces itself, in milliseconds. */
export interface OutboxPace {
  /** How often it looks for mails whose time has come, or that another process has put in line. */
  look: number;
  /** How long a mail stays with a process that has died. Renewed three times as often while it is being sent. */
  lease: number;
  /** The longest that sending one mail may take, however the mail server drags it out. */
  send: number;
  /** How long a stop waits for mails that are being sent; what is not out by then is tried again later. */
  stop: number;
}

const usualPace: OutboxPace = { look: 5_000, lease: 20_000, send: 60_000, stop: 5_000 };
const pauseWithoutDatabase = 500;
const batch = 50;

export interface OutboxParts {
  db: Db;
  transport: MailTransport;
  log: Log;
  pace?: Partial<OutboxPace>;
  now?: () => number;
}

/**
 * Mails wait in the database until they are sent. A request only puts them in line; a mail server that is slow
 * or down holds nobody up, and a mail that was put in line goes out after any crash.
 */
export interface Outbox {
  /** Puts a mail in line: in a transaction, `db` being that, together with what the mail is about. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** To be called once a mail put in line is committed, so that it goes out at once. */
  wake(): void;
  /** Begins to send what is in line, and goes on until `stop`. */
  start(): void;
  /** Sends what is due now, and resolves when each of it was tried once. */
  deliverDue(): Promise<void>;
  /** Takes nothing on any more, and resolves when nothing is being sent. */
  stop(): Promise<void>;
}

export function createOutbox({ db, transport, log, pace, now = Date.now }: OutboxParts): Outbox {
  const { look, lease, send, stop } = { ...usualPace, ...pace };
  // Different for every start, so that a process never takes its predecessor's claims for its own.
  const self = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const abort = new AbortController();
  let stopping = false;
  // While anything is being sent, this process's claims are renewed.
  const renewal = createRenewal(() => renewClaims(db, self, now() + lease), lease / 3, log);
  let looking: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let again = false;

  async function deliverDue(): Promise<void> {
    for (;;) {
      const due = await dueMails(db, now(), batch);
      let taken = 0;
      const lanes = Array.from({ length: Math.min(sendingAtOnce, due.length) }, async () => {
        for (let id = due.shift(); id && !stopping; id = due.shift()) if (await deliver(id)) taken += 1;
      });
      await Promise.all(lanes);
      // Nothing was free: another process is at it.
      if (taken === 0 || stopping) return;
    }
  }

  async function deliver(id: string): Promise<boolean> {
    const time = now();
    const mail = await claim(db, id, { by: self, now: time, until: time + lease });
    if (!mail) return false;
    renewal.begin();
    try {
      const outcome = await attempt(mail);
      if ('fault' in outcome) await failed(mail, outcome.fault);
      else await sent(mail, outcome);
    } finally {
      renewal.end();
    }
    return true;
  }

  async function attempt(mail: ClaimedMail): Promise<{ file?: string } | { fault: string }> {
    try {
      return await transport.send(mail, AbortSignal.any([AbortSignal.timeout(send), abort.signal]));
    } catch (error) {
      return { fault: reasonOf(error) };
    }
  }

  async function sent({ id, kind, attempts }: ClaimedMail, where: { file?: string }): Promise<void> {
    await untilStored('sent mail', () => markSent(db, id, now()));
    log.debug({ mail: id, kind, attempts, ...where }, 'mail sent');
  }

  async function failed(mail: ClaimedMail, reason: string): Promise<void> {
    const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason };
    // Whatever was cut off by a stop is nobody's fault, and the next process may send it at once.
    const pause = abort.signal.aborted ? 0 : retryDelay(mail.attempts);
    const next = await untilStored('failed mail', () => markFailed(db, mail, { reason, now: now(), pause }));
    if (next === null) log.error(about, 'mail failed');
    // Of one mail, the first failure is enough to know; the next line is that it was given up.
    else log[mail.attempts === 1 ? 'warn' : 'debug']({ ...about, next }, 'mail not sent, to be tried again');
  }

  /** What was sent must not be sent again only because the database was away for a moment. */
  async function untilStored<T>(what: string, write: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        log.error({ err: error }, `${what} could not be stored`);
        if (abort.signal.aborted) return undefined;
        await new Promise((resolve) => setTimeout(resolve, pauseWithoutDatabase));
      }
    }
  }

  function wake(): void {
    if (!looking || stopping) return;
    again = true;
    round ??= rounds().finally(() => {
      round = undefined;
      if (again) wake();
    });
  }

  async function rounds(): Promise<void> {
    while (again && !stopping) {
      again = false;
      // The next look tries again.
      await deliverDue().catch((error: unknown) => log.error({ err: error }, 'outbox could not be read'));
    }
  }

  return {
    enqueue: (on, mail) => enqueue(on, mail, now()),
    wake,
    deliverDue,
    start() {
      looking ??= setInterval(wake, look);
      wake();
    },
    async stop() {
      stopping = true;
      clearInterval(looking);
      const timer = setTimeout(() => abort.abort(new Error('the portal is stopping')), stop);
      await round;
      clearTimeout(timer);
      transport.close();
    },
  };
}

/** What went wrong in one line. Errors of the mail library carry the whole envelope; the log needs less. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300);
  const code = 'code' in error ? `${String(error.code)}: ` : '';
  return `${code}${error.message}`.replace(/\s+/g, ' ').slice(0, 300);
}
