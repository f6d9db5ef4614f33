import { rm } from 'node:fs/promises';
import { retryDelay } from '#server/store/work-through.ts';
import { type ClaimedMail, type ClaimParts, createClaims } from './claims.ts';
import { type SendingFault, sendingFault } from './mail-faults.ts';
import { isGivenUp, markDone, markTried } from './outbox-store.ts';
import { longestPause, park, unpark } from './parking.ts';
import { forgetRefused, markRefused } from './refused-addresses.ts';
import type { MailTransport } from './transports.ts';

const pauseWithoutDatabase = 500;

export interface DeliveryParts extends ClaimParts {
  transport: MailTransport;
  /** Ends what is being sent. */
  signal: AbortSignal;
}

/**
 * Sends the next due mail that no other process is sending, and stores the outcome.
 * @returns a function that resolves with whether there was one
 */
export function createDelivery(parts: DeliveryParts) {
  const { transport, limit, signal } = parts;
  const claimNext = createClaims(parts);
  const { sent, notSent } = createOutcomes(parts);

  async function attempt({ outgoing }: ClaimedMail): Promise<{ file?: string } | SendingFault> {
    try {
      return await transport.send(outgoing, AbortSignal.any([AbortSignal.timeout(limit), signal]));
    } catch (error) {
      return sendingFault(error);
    }
  }

  return async function deliverNext(): Promise<boolean> {
    const mail = await claimNext();
    if (!mail) return false;
    const outcome = await attempt(mail);
    if ('party' in outcome) await notSent(mail, outcome);
    else await sent(mail, outcome);
    return true;
  };
}

/** Stores what became of mails. */
function createOutcomes({ store, log, now, signal }: DeliveryParts) {
  const { db } = store;

  async function sent({ row, outgoing, afterPark }: ClaimedMail, where: { file?: string }): Promise<void> {
    const { id, kind, attempts } = row;
    const isKept = await untilStored('sent mail', async () => {
      // Others were not tried at a refused address.
      if (row.topic === null) await forgetRefused(db, outgoing.to);
      return markDone(db, id, await now(db), { state: 'sent' });
    });
    if (isKept === false && where.file !== undefined) await rm(where.file, { force: true });
    if (afterPark) await untilStored('the mail server’s return', () => unpark(db));
    log.debug({ mail: id, kind, attempts, ...where }, 'mail sent');
  }

  async function notSent({ row, outgoing }: ClaimedMail, fault: SendingFault): Promise<void> {
    const { id, kind, attempts } = row;
    const about = { mail: id, kind, attempts, reason: fault.reason };
    if (fault.party === 'recipient') {
      await untilStored('refused mail', () =>
        store.transact(async (trx) => markRefused(trx, outgoing, await now(trx), fault.reason)),
      );
      log.warn(about, 'mail refused by its recipient’s server');
      return;
    }
    // A mail aborted by a stop has not failed, and the next process may send it immediately.
    if (!signal.aborted && fault.party === 'server') await parkQueue(fault);
    const next = await untilStored('failed mail', () => tryLater(row, fault));
    if (next === null) log.error(about, 'mail failed');
    // Only a mail's first failure is logged, and then that it failed for good.
    else log[attempts === 1 ? 'warn' : 'debug']({ ...about, next }, 'mail not sent, to be tried again');
  }

  /** @returns the milliseconds until the next attempt, or null if there is none */
  async function tryLater(mail: ClaimedMail['row'], { party, reason }: SendingFault): Promise<number | null> {
    const time = await now(db);
    const usual = signal.aborted ? 0 : retryDelay(mail.attempts);
    const pause = party === 'server' ? Math.min(usual, longestPause) : usual;
    // A composed mail is as right after the mail server's return as before; a stored one, such as a link, is not.
    const mayEnd = party !== 'server' || mail.text !== null;
    if (mayEnd && isGivenUp(mail, time + pause)) {
      await markDone(db, mail.id, time, { state: 'failed', reason });
      return null;
    }
    await markTried(db, mail.id, time, { reason, pause });
    return pause;
  }

  async function parkQueue(fault: Extract<SendingFault, { party: 'server' }>): Promise<void> {
    const parked = await untilStored('the mail server’s fault', () =>
      store.transact(async (trx) => park(trx, await now(trx), fault)),
    );
    if (parked) {
      const { failures, until, reason } = parked;
      const level = failures === 1 ? 'warn' : 'debug';
      log[level]({ failures, until, reason }, 'the mail server accepts no mail: the queue waits');
    }
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

  return { sent, notSent };
}
