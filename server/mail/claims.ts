import { storableLine } from '#domain/form-submission.ts';
import type { Log } from '#server/log/log.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { bulkRoom } from './bulk-mails.ts';
import type { Composers } from './mail.ts';
import {
  bulkLanes,
  claim,
  dueMails,
  kindOf,
  markComposed,
  markDone,
  postpone,
  putOff,
} from './outbox-store.ts';
import { isParked, readParked } from './parking.ts';
import { refusalOf } from './refused-addresses.ts';
import type { OutgoingMail } from './transports.ts';

/** How many due mails are looked up for the next claim: another process may take the first. */
const candidates = 10;

/** Tells the time in milliseconds since 1970, the same in all processes. */
export type Clock = (db: Db) => Promise<number> | number;

export interface ClaimParts {
  store: Pick<Store, 'db' | 'transact'>;
  composers: Composers;
  /** How many bulk emails may be sent within 24 hours, as of now. */
  bulkPerDay: () => number;
  log: Log;
  now: Clock;
  /** How long sending a mail may take, in milliseconds. */
  limit: number;
  isStopping: () => boolean;
}

type Row = NonNullable<Awaited<ReturnType<typeof claim>>>;

/** A mail that this process alone sends. */
export interface ClaimedMail {
  row: Row;
  outgoing: OutgoingMail;
  /** Whether the mail server has accepted none for a while. */
  afterPark: boolean;
}

type Candidate = Pick<Row, 'id' | 'lane'>;

/** @returns a function that claims the next due mail, composed as of now; null if there is none */
export function createClaims({ store, composers, bulkPerDay, log, now, limit, isStopping }: ClaimParts) {
  const { db } = store;
  let claiming: Promise<unknown> = Promise.resolve();

  async function claimNext(): Promise<ClaimedMail | null> {
    for (;;) {
      const time = await now(db);
      const parked = await readParked(db);
      if (isParked(parked, time)) return null;
      const bulk = (await bulkRoom(db, bulkPerDay(), time)) > 0;
      const due = await dueMails(db, { now: time, limit: candidates, bulk });
      let isMoving = false;
      for (const candidate of due) {
        if (isStopping()) return null;
        const outcome = await tryClaim(candidate, time);
        if (typeof outcome === 'object') return { ...outcome, afterPark: parked !== null };
        if (outcome === 'done') isMoving = true;
      }
      // Another process has the rest.
      if (!isMoving) return null;
    }
  }

  async function tryClaim(candidate: Candidate, time: number) {
    try {
      return await store.transact((trx) => claimAndCompose(trx, candidate, time));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await putOff(db, candidate.id, time, storableLine(reason).slice(0, 300).toWellFormed());
      log.error({ err: error, mail: candidate.id }, 'mail put off, to be tried again');
      return 'done';
    }
  }

  /**
   * Claims and composes in one transaction: whatever changes the reason for the mail comes before and is in its text, or
   * comes afterwards and finds it claimed.
   */
  async function claimAndCompose(trx: Trx, { id, lane }: Candidate, time: number) {
    if (bulkLanes.includes(lane)) {
      // So that two processes never both take the last place of the day.
      await trx.changes.lock();
      if ((await bulkRoom(trx, bulkPerDay(), time)) <= 0) return 'taken';
    }
    // Long enough for sending to end and its outcome to be stored: nobody else may send the mail until then.
    const row = await claim(trx, id, { now: time, until: time + 2 * limit });
    if (!row) return 'taken';
    const outgoing = storedMail(row) ?? (await compose(trx, row));
    if (outgoing && 'notBefore' in outgoing) {
      await postpone(trx, id, outgoing.notBefore);
      return 'done';
    }
    // Somebody asked for a mail whose text is stored; no other one is tried where all are refused.
    const reason = outgoing && row.topic !== null ? await refusalOf(trx, outgoing.to) : null;
    if (outgoing && reason === null) return { row, outgoing };
    await markDone(trx, id, time, outgoing ? { state: 'refused', reason } : { state: 'skipped' });
    return 'done';
  }

  async function compose(trx: Trx, { id, createdAt, topic, uid }: Row) {
    if (topic === null || uid === null) return null;
    const mail = await composers[kindOf(topic)](trx, uid, topic);
    if (!mail || 'notBefore' in mail) return mail;
    await markComposed(trx, id, mail);
    return { ...mail, subject: storableLine(mail.subject), id, createdAt };
  }

  /** One at a time: the senders of a process do not compete for the same mail. */
  return function claimInTurn(): Promise<ClaimedMail | null> {
    const turn = claiming.then(claimNext);
    claiming = turn.catch(() => {});
    return turn;
  };
}

function storedMail(row: Row): OutgoingMail | null {
  const { to, subject, text, html } = row;
  return to === null || subject === null || text === null || html === null
    ? null
    : { ...row, to, subject, text, html };
}
