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

/** The outbox's intervals, in milliseconds. */
export interface OutboxPace {
  /** How often it polls for due mails, and for those queued by other processes. */
  look: number;
  /** How long a claim outlives its process. Renewed three times as often while the mail is being sent. */
  lease: number;
  /** The longest time that sending one mail may take. */
  send: number;
  /** How long a stop waits for mails that are being sent; the others are retried later. */
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
 * Mails wait in the database until they are sent. A request only queues them; a mail server that is slow
 * or down delays no request, and a queued mail is sent after any crash.
 */
export interface Outbox {
  /** Queues a mail. Pass the transaction as `db` to store the mail together with its cause. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** Call it after a queued mail is committed, to send it at once. */
  wake(): void;
  /** Sends queued mails until `stop`. */
  start(): void;
  /** Sends what is due now, and resolves when each mail was tried once. */
  deliverDue(): Promise<void>;
  /** Claims no more mails, and resolves when nothing is being sent. */
  stop(): Promise<void>;
}

export function createOutbox({ db, transport, log, pace, now = Date.now }: OutboxParts): Outbox {
  const { look, lease, send, stop } = { ...usualPace, ...pace };
  // Different for every start, so that a process does not mistake its predecessor's claims for its own.
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
      // Nothing was free: another process is sending.
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
    // A mail aborted by a stop has not failed, and the next process may send it at once.
    const pause = abort.signal.aborted ? 0 : retryDelay(mail.attempts);
    const next = await untilStored('failed mail', () => markFailed(db, mail, { reason, now: now(), pause }));
    if (next === null) log.error(about, 'mail failed');
    // Only a mail's first failure is logged, and then that it failed for good.
    else log[mail.attempts === 1 ? 'warn' : 'debug']({ ...about, next }, 'mail not sent, to be tried again');
  }

  /** A sent mail must not be sent again because the database was away for a moment. */
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
      // The next poll tries again.
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

/** The error in one line. Errors of the mail library carry the whole envelope; the log needs less. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300);
  const code = 'code' in error ? `${String(error.code)}: ` : '';
  return `${code}${error.message}`.replace(/\s+/g, ' ').slice(0, 300);
}
