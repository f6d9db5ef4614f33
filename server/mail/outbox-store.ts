import { randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { storableLine } from '#domain/form-submission.ts';
import { chunk } from '#server/store/chunk.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { retryDelay } from '#server/store/work-through.ts';
import type { ComposedKind, Mail, Topic } from './mail.ts';

const day = 24 * 60 * 60_000;

/** The order in which due mails are sent. */
export const lanes = { account: 0, result: 1, review: 2, message: 3 } as const;

const laneOf: Record<ComposedKind, number> = {
  result: lanes.result,
  review: lanes.review,
  'group-message': lanes.message,
  reminder: lanes.message,
};

/** Bulk email, which the daily limit is about. */
export const bulkLanes: readonly number[] = [lanes.result, lanes.message];

type Row = Selectable<Tables['mail_outbox']>;

/** The states of a mail as pages name them. */
export const shownStates = {
  ...({ waiting: 'waiting', stopped: 'waiting', sent: 'sent', skipped: 'sent' } as const),
  ...({ refused: 'refused', failed: 'refused' } as const),
};

export function kindOf(topic: string): ComposedKind {
  return topic.split(':', 1)[0] as ComposedKind;
}

/**
 * Queues a mail whose text is stored, in the caller's transaction if it has one. Commands use it, which have no outbox.
 * @returns its id
 */
export async function enqueue(db: Db, mail: Mail, { now }: { now?: number } = {}): Promise<string> {
  const at = iso(now ?? (await databaseTime(db)));
  const row = { ...mail, id: newId(), subject: storableLine(mail.subject) };
  await db
    .insertInto('mail_outbox')
    .values({ ...row, lane: lanes.account, state: 'waiting', createdAt: at, dueAt: at })
    .execute();
  return row.id;
}

/** Queues bulk email whose text is stored: its readers have no account any more. */
export async function enqueueBulk(trx: Trx, mails: readonly Mail[]): Promise<void> {
  const at = iso(await databaseTime(trx));
  const common = { lane: lanes.message, state: 'waiting' as const, createdAt: at, dueAt: at };
  const rows = mails.map((mail) => ({
    ...mail,
    ...common,
    id: newId(),
    subject: storableLine(mail.subject),
  }));
  for (const piece of chunk(rows)) await trx.insertInto('mail_outbox').values(piece).execute();
}

/** Random, because it names the mail in mail programs. */
function newId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Plans a mail to each of these accounts, which is composed when it is due. One that is planned already keeps its time.
 * One that is being sent gets a successor, which waits until it is sent, and is not tried again.
 */
export async function planMails(
  trx: Trx,
  topic: Topic,
  uids: readonly string[],
  dueAt: number,
): Promise<void> {
  const now = iso(await databaseTime(trx));
  const wanted = new Set(uids);
  const claimed = await trx
    .selectFrom('mail_outbox')
    .select(['id', 'uid', 'claimedUntil'])
    .where('topic', '=', topic)
    .where('claimedUntil', '>=', now)
    .execute();
  const inFlight = claimed.filter(({ uid }) => wanted.has(uid ?? ''));
  for (const { id } of inFlight) {
    await trx.updateTable('mail_outbox').set({ topic: null }).where('id', '=', id).execute();
  }
  const earliest = new Map(inFlight.map(({ uid, claimedUntil }) => [uid, claimedUntil ?? '']));
  const kind = kindOf(topic);
  const rows = uids.map((uid) => {
    const due = [iso(dueAt), earliest.get(uid) ?? ''].toSorted().at(-1) ?? '';
    const row = { id: newId(), lane: laneOf[kind], kind, topic, uid, createdAt: now, dueAt: due };
    return { ...row, state: 'waiting' as const };
  });
  for (const piece of chunk(rows)) {
    await trx
      .insertInto('mail_outbox')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['topic', 'uid']).where(sql<boolean>`state in ('waiting', 'stopped')`).doNothing(),
      )
      .execute();
  }
}

/** Lets an account's planned mail leave before bulk email, also where these are stopped. */
export async function hasten(trx: Trx, topic: Topic, uid: string): Promise<void> {
  await trx
    .updateTable('mail_outbox')
    .set({ lane: lanes.account, state: 'waiting' })
    .where('topic', '=', topic)
    .where('uid', '=', uid)
    .where('state', 'in', ['waiting', 'stopped'])
    .execute();
}

/** Due mails that no process has claimed, in the order of their lanes, the oldest first. */
export async function dueMails(
  db: Db,
  { now, limit, bulk }: { now: number; limit: number; bulk: boolean },
): Promise<Pick<Row, 'id' | 'lane'>[]> {
  let due = db.selectFrom('mail_outbox').select(['id', 'lane']).where(isFree(now));
  if (!bulk) due = due.where('lane', 'not in', bulkLanes);
  return due.orderBy('lane').orderBy('dueAt').orderBy('id').limit(limit).execute();
}

function isFree(now: number) {
  return (is: ExpressionBuilder<Tables, 'mail_outbox'>) =>
    is.and([
      // Written out for the partial index.
      sql<boolean>`state = 'waiting'`,
      is('dueAt', '<=', iso(now)),
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
  { now, until }: { now: number; until: number },
): Promise<Row | null> {
  const row = await db
    .updateTable('mail_outbox')
    .set((is) => ({
      claimedUntil: iso(until),
      attempts: is('attempts', '+', 1),
      firstTriedAt: is.fn.coalesce('firstTriedAt', is.val(iso(now))),
    }))
    .where('id', '=', id)
    .where(isFree(now))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps to whom a composed mail goes. */
export async function markComposed(db: Db, id: string, { to }: Mail): Promise<void> {
  await db.updateTable('mail_outbox').set({ to }).where('id', '=', id).execute();
}

/**
 * Ends a mail and removes its text, which may contain a link that only its reader should have.
 * @returns whether the mail is still there: its member may have been removed while it was being sent
 */
export async function markDone(
  db: Db,
  id: string,
  now: number,
  { state, reason = null }: { state: 'sent' | 'skipped' | 'refused' | 'failed'; reason?: string | null },
): Promise<boolean> {
  const done = { state, doneAt: iso(now), lastError: reason };
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set({ ...done, text: null, html: null, claimedUntil: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an attempt that failed; the next follows in `pause` milliseconds, unless a newer mail has taken its place. */
export async function markTried(
  db: Db,
  id: string,
  now: number,
  { reason, pause }: { reason: string; pause: number },
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ lastError: reason, claimedUntil: null, dueAt: iso(now + pause) })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('mail_outbox')
    .set({ state: 'skipped', doneAt: iso(now) })
    .where('id', '=', id)
    .where('topic', 'is', null)
    .where('text', 'is', null)
    .execute();
}

/** Lets a mail wait that was claimed and is not to be sent yet. */
export async function postpone(db: Db, id: string, dueAt: string): Promise<void> {
  await db.updateTable('mail_outbox').set({ dueAt, claimedUntil: null }).where('id', '=', id).execute();
}

/** Puts off a mail that could not even be claimed or composed. */
export async function putOff(db: Db, id: string, now: number, reason: string): Promise<void> {
  const row = await db.selectFrom('mail_outbox').select('attempts').where('id', '=', id).executeTakeFirst();
  const attempts = (row?.attempts ?? 0) + 1;
  await db
    .updateTable('mail_outbox')
    .set({ attempts, lastError: reason, dueAt: iso(now + retryDelay(attempts)) })
    .where('id', '=', id)
    .execute();
}

/** Whether no further attempt follows one at `next`. */
export function isGivenUp({ firstTriedAt, createdAt }: Row, next: number): boolean {
  return next > Date.parse(firstTriedAt ?? createdAt) + day;
}

/** The state of the outbox: what waits to be tried again or should have been sent by now, what has failed, and when a mail was last sent. */
export interface OutboxState {
  waiting: number;
  waitingSince: string | null;
  givenUp: number;
  /** How many addresses refused an email and are still in use. */
  refused: number;
  /** The last of them. */
  refusedLast: string[];
  lastSentAt: string | null;
}

const refusedShown = 10;

export async function outboxState(db: Db): Promise<OutboxState> {
  const waiting = await db
    .selectFrom('mail_outbox')
    .select((is) => is.fn.countAll<number>().as('count'))
    // A bulk email waits for its turn, and one about a review until it is due.
    .select(sql<string | null>`min(coalesce("firstTriedAt", "createdAt"))`.as('since'))
    .where('state', '=', 'waiting')
    .where((is) => is.or([is('lane', '=', lanes.account), is('firstTriedAt', 'is not', null)]))
    .executeTakeFirstOrThrow();
  const done = await db
    .selectFrom('mail_outbox')
    .select(['state'])
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.max('doneAt').as('last')])
    .where('state', 'in', ['sent', 'failed'])
    .groupBy('state')
    .execute();
  const of = (state: Row['state']) => done.find((group) => group.state === state);
  const refused = await db
    .selectFrom('refused_addresses')
    .select('refused_addresses.email')
    .leftJoin('user', 'user.email', 'refused_addresses.email')
    // An address that was corrected since reaches nobody any more, and needs nothing.
    .where((is) => is.or([is('uid', 'is', null), is('user.id', 'is not', null)]))
    .orderBy('at', 'desc')
    .execute();
  const addresses = refused.map(({ email }) => email);
  return {
    waiting: waiting.count,
    waitingSince: waiting.since,
    givenUp: of('failed')?.count ?? 0,
    refused: addresses.length,
    refusedLast: addresses.slice(0, refusedShown),
    lastSentAt: of('sent')?.last ?? null,
  };
}
