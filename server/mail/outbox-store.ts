import { randomBytes } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import { storableLine } from '#domain/form-submission.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db } from '#server/store/open.ts';
import { retryDelay } from '#server/store/set-aside.ts';
import type { Tables } from '#server/store/tables.ts';
import type { Mail } from './mail.ts';
import type { OutgoingMail } from './transports.ts';

const day = 24 * 60 * 60_000;

/** How long sending a mail is tried, in milliseconds. */
const giveUpAfter = day;

/** A mail claimed by this process, and how often it was claimed. */
export interface ClaimedMail extends OutgoingMail {
  attempts: number;
}

/** How an email is queued: when, and what is sent, if it is one to many recipients. */
interface Queueing {
  now?: number;
  bulk?: string | null;
}

/**
 * Queues a mail, in the caller's transaction if it has one. Commands use it, which have no outbox.
 * @returns its id
 */
export async function enqueue(db: Db, mail: Mail, { now, bulk = null }: Queueing = {}): Promise<string> {
  const at = iso(now ?? (await databaseTime(db)));
  const id = randomBytes(16).toString('hex');
  const row = {
    ...mail,
    subject: storableLine(mail.subject),
    id,
    bulk,
    createdAt: at,
    notBefore: at,
    attempts: 0,
    claimedBy: null,
    claimedUntil: null,
    sentAt: null,
    failedAt: null,
    lastError: null,
  };
  await db.insertInto('mail_outbox').values(row).execute();
  return id;
}

/** Due mails that no process has claimed: those to one of many last, otherwise the oldest first. */
export async function dueMails(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where(isFree(now))
    .orderBy(sql`bulk is not null`)
    .orderBy('notBefore')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function isFree(now: number) {
  return (is: ExpressionBuilder<Tables, 'mail_outbox'>) =>
    is.and([
      is('sentAt', 'is', null),
      is('failedAt', 'is', null),
      is('notBefore', '<=', iso(now)),
      is.or([is('claimedUntil', 'is', null), is('claimedUntil', '<', iso(now))]),
    ]);
}

/**
 * Claims a mail until `until`; null if another process was faster. One statement finds the row free
 * and takes it, so that exactly one of two processes gets it.
 */
export async function claim(
  db: Db,
  id: string,
  { by, now, until }: { by: string; now: number; until: number },
): Promise<ClaimedMail | null> {
  const row = await db
    .updateTable('mail_outbox')
    .set((is) => ({ claimedBy: by, claimedUntil: iso(until), attempts: is('attempts', '+', 1) }))
    .where('id', '=', id)
    .where(isFree(now))
    .returning([
      'id',
      'kind',
      'uid',
      'to',
      'replyTo',
      'subject',
      'text',
      'html',
      'unsubscribe',
      'createdAt',
      'attempts',
    ])
    .executeTakeFirst();
  return row ? { ...row, text: row.text ?? '', html: row.html ?? '' } : null;
}

/**
 * Sets a mail aside whose delivery threw, for as long as its first failure would. The claim, if there is one, ends with
 * its lease.
 */
export async function setMailAside(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ notBefore: iso(now + retryDelay(1)) })
    .where('id', '=', id)
    .execute();
}

/**
 * Marks a mail as sent and removes its text, which may contain a link that only its reader should have.
 * @returns whether the mail is still there: its member may have been removed while it was being sent
 */
export async function markSent(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set({ sentAt: iso(now), text: null, html: null, claimedBy: null, claimedUntil: null, lastError: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records a failed attempt; the next follows in `pause` milliseconds. @returns its time, or null if the mail has failed */
export async function markFailed(
  db: Db,
  { id, createdAt }: ClaimedMail,
  { reason, now, pause }: { reason: string; now: number; pause: number },
): Promise<string | null> {
  const next = now + pause;
  const givenUp = next > Date.parse(createdAt) + giveUpAfter;
  await db
    .updateTable('mail_outbox')
    .set({
      lastError: reason,
      claimedBy: null,
      claimedUntil: null,
      notBefore: iso(next),
      ...(givenUp && { failedAt: iso(now), text: null, html: null }),
    })
    .where('id', '=', id)
    .execute();
  return givenUp ? null : iso(next);
}

/** The state of the outbox: what waits and since when, what has failed, and when a mail was last sent. */
export interface OutboxState {
  waiting: number;
  waitingSince: string | null;
  givenUp: number;
  lastSentAt: string | null;
}

export async function outboxState(db: Db): Promise<OutboxState> {
  const waiting = await db
    .selectFrom('mail_outbox')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('createdAt').as('since')])
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirstOrThrow();
  // Each by itself, so that it is read from an index.
  const givenUp = await countRows(db.selectFrom('mail_outbox').where('failedAt', 'is not', null));
  const sent = await db
    .selectFrom('mail_outbox')
    .select('sentAt')
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    waiting: waiting.count,
    waitingSince: waiting.since,
    givenUp,
    lastSentAt: sent?.sentAt ?? null,
  };
}
