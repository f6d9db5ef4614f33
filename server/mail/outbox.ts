import { coalesce } from '#server/store/coalesce.ts';
import { databaseTime } from '#server/store/database-time.ts';
import type { Db } from '#server/store/open.ts';
import type { Clock } from './claims.ts';
import { createDelivery, type DeliveryParts } from './delivery.ts';
import type { Mail } from './mail.ts';
import { enqueue } from './outbox-store.ts';
import { unpark } from './parking.ts';
import { sendingAtOnce } from './transports.ts';

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

export interface OutboxParts
  extends Pick<DeliveryParts, 'store' | 'composers' | 'bulkPerDay' | 'transport' | 'log'> {
  pace?: Partial<OutboxPace>;
  now?: Clock;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Mails wait in the database until they are sent. A request only queues them; a mail server that is slow
 * or down delays no request, and a queued mail is sent after any crash.
 */
export function createOutbox({ pace, now = databaseTime, ...parts }: OutboxParts) {
  const { log, transport } = parts;
  const { look, send, stop } = { ...usualPace, ...pace };
  const abort = new AbortController();
  let stopping = false;
  const isStopping = () => stopping;
  const deliverNext = createDelivery({ ...parts, now, limit: send, isStopping, signal: abort.signal });
  let looking: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  const deliverAgain = coalesce(async () => {
    // The next poll tries again.
    await deliverDue().catch((error: unknown) => log.error({ err: error }, 'outbox could not be read'));
  });

  /** Sends what is due now, and resolves when each mail was tried once. */
  async function deliverDue(): Promise<void> {
    async function sendAll(): Promise<void> {
      while (!stopping && (await deliverNext()));
    }
    await Promise.all(Array.from({ length: sendingAtOnce }, sendAll));
  }

  /** Call it after a queued mail is committed, to send it immediately. */
  function wake(): void {
    if (looking && !stopping) round = deliverAgain();
  }

  return {
    /** Queues a mail. Pass the transaction as `on` to store it together with its cause. */
    enqueue: async (on: Db, mail: Mail): Promise<string> => enqueue(on, mail, { now: await now(on) }),
    wake,
    deliverDue,
    start(): void {
      looking ??= setInterval(wake, look);
      // The operator may have changed the settings of the mail server.
      round = unpark(parts.store.db)
        .catch((error: unknown) => log.error({ err: error }, 'outbox could not be read'))
        .then(wake);
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
