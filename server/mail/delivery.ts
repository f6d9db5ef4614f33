import { rm } from 'node:fs/promises';
import { storableLine } from '#domain/form-submission.ts';
import type { Log } from '#server/log.ts';
import type { Db } from '#server/store/open.ts';
import { retryDelay } from '#server/store/set-aside.ts';
import { type ClaimedMail, claim, markFailed, markSent } from './outbox-store.ts';
import type { MailTransport } from './transports.ts';

const pauseWithoutDatabase = 500;

/** Tells the time in milliseconds since 1970, the same in all processes. */
export type Clock = (db: Db) => Promise<number> | number;

interface DeliveryParts {
  db: Db;
  transport: MailTransport;
  log: Log;
  now: Clock;
  /** Identifies this process's claims. */
  self: string;
  /** How long sending a mail may take, in milliseconds. */
  limit: number;
  /** Ends what is being sent. */
  signal: AbortSignal;
}

/**
 * Sends a queued mail that no other process is sending, and stores the outcome.
 * @returns a function that resolves with whether the mail was free
 */
export function createDelivery({ db, transport, log, now, self, limit, signal }: DeliveryParts) {
  async function deliver(id: string): Promise<boolean> {
    const time = await now(db);
    // Long enough for sending to end and its outcome to be stored: nobody else may send the mail until then.
    const mail = await claim(db, id, { by: self, now: time, until: time + 2 * limit });
    if (!mail) return false;
    const outcome = await attempt(mail);
    if ('fault' in outcome) await failed(mail, outcome.fault);
    else await sent(mail, outcome);
    return true;
  }

  async function attempt(mail: ClaimedMail): Promise<{ file?: string } | { fault: string }> {
    try {
      return await transport.send(mail, AbortSignal.any([AbortSignal.timeout(limit), signal]));
    } catch (error) {
      return { fault: reasonOf(error) };
    }
  }

  async function sent({ id, kind, attempts }: ClaimedMail, where: { file?: string }): Promise<void> {
    const isKept = await untilStored('sent mail', async () => markSent(db, id, await now(db)));
    if (isKept === false && where.file !== undefined) await rm(where.file, { force: true });
    log.debug({ mail: id, kind, attempts, ...where }, 'mail sent');
  }

  async function failed(mail: ClaimedMail, reason: string): Promise<void> {
    const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason };
    // A mail aborted by a stop has not failed, and the next process may send it at once.
    const pause = signal.aborted ? 0 : retryDelay(mail.attempts);
    const next = await untilStored('failed mail', async () =>
      markFailed(db, mail, { reason, now: await now(db), pause }),
    );
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
        if (signal.aborted) return undefined;
        await new Promise((resolve) => setTimeout(resolve, pauseWithoutDatabase));
      }
    }
  }

  return deliver;
}

/** The error in one line that both engines can hold. Errors of the mail library carry the whole envelope; the log needs less. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? `${String(error.code)}: ` : '';
  const message = error instanceof Error ? error.message : String(error);
  return storableLine(`${code}${message}`).replace(/\s+/g, ' ').slice(0, 300).toWellFormed();
}
