import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Log } from '#server/log.ts';
import { coalesce } from '#server/store/coalesce.ts';
import { databaseTime } from '#server/store/database-time.ts';
import type { Db } from '#server/store/open.ts';
import { workThrough } from '#server/store/set-aside.ts';
import { type Clock, createDelivery } from './delivery.ts';
import type { Mail } from './mail.ts';
import { dueMails, enqueue, setMailAside } from './outbox-store.ts';
import { type MailTransport, sendingAtOnce } from './transports.ts';

/** The outbox's intervals, in milliseconds. */
interface OutboxPace {
  /** How often it polls for due mails, and for those queued by other processes. */
  look: number;
  /** The longest time that sending one mail may take. A process that dies keeps the mail claimed for twice as long. */
  send: number;
  /** How long a stop waits for mails that are being sent; the others are retried later. */
  stop: number;
}

const usualPace: OutboxPace = { look: 5_000, send: 60_000, stop: 5_000 };
const batch = 50;

export interface OutboxParts {
  db: Db;
  transport: MailTransport;
  log: Log;
  pace?: Partial<OutboxPace>;
  now?: Clock;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Mails wait in the database until they are sent. A request only queues them; a mail server that is slow
 * or down delays no request, and a queued mail is sent after any crash.
 */
export function createOutbox({ db, transport, log, pace, now = databaseTime }: OutboxParts) {
  const { look, send, stop } = { ...usualPace, ...pace };
  // Different for every start, so that a process does not mistake its predecessor's claims for its own.
  const self = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const abort = new AbortController();
  let stopping = false;
  const deliver = createDelivery({ db, transport, log, now, self, limit: send, signal: abort.signal });
  let looking: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  const deliverAgain = coalesce(async () => {
    if (stopping) return;
    // The next poll tries again.
    await deliverDue().catch((error: unknown) => log.error({ err: error }, 'outbox could not be read'));
  });

  /** Sends what is due now, and resolves when each mail was tried once. */
  async function deliverDue(): Promise<void> {
    for (;;) {
      const due = await dueMails(db, await now(db), batch);
      let taken = 0;
      // Shared by the lanes, so that each takes the next mail that no other has.
      const queue = due.values();
      const send = async (id: string) => {
        if (!stopping && (await deliver(id))) taken += 1;
      };
      await Promise.all(Array.from({ length: sendingAtOnce }, () => workThrough(queue, send, setAside)));
      // Nothing was free: another process is sending.
      if (taken === 0 || stopping) return;
    }
  }

  async function setAside(id: string, error: unknown): Promise<void> {
    await setMailAside(db, id, await now(db));
    log.error({ err: error, mail: id }, 'mail set aside, to be tried again');
  }

  /** Call it after a queued mail is committed, to send it at once. */
  function wake(): void {
    if (looking && !stopping) round = deliverAgain();
  }

  return {
    /** Queues a mail. Pass the transaction as `on` to store the mail together with its cause. */
    enqueue: async (on: Db, mail: Mail): Promise<unknown> => enqueue(on, mail, { now: await now(on) }),
    wake,
    deliverDue,
    start(): void {
      looking ??= setInterval(wake, look);
      wake();
    },
    /** Claims no more mails, and resolves when nothing is being sent. */
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(looking);
      const timer = setTimeout(() => abort.abort(new Error('the portal is stopping')), stop);
      await round;
      clearTimeout(timer);
      transport.close();
    },
  };
}
