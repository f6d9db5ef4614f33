import {
  type BulkProgress,
  type MailForecast,
  type MailForecastQuery,
  refusedShown,
} from '#domain/bulk-mail.ts';
import type { Config } from '#server/config/config.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Trx } from '#server/store/open.ts';
import type { Topic } from './mail.ts';
import { bulkLanes, lanes, planMails } from './outbox-store.ts';
import { readParked } from './parking.ts';

/*
 * Bulk email: at most as many as the settings allow are sent within 24 hours, and the administrator follows, stops and continues
 * them (docs/decisions/mail.md).
 */

const day = 24 * 60 * 60_000;
const second = 1_000;

/** How many more may be sent now. Those that are being sent count. */
export async function bulkRoom(db: Db, perDay: number, now: number): Promise<number> {
  const { sending } = await db
    .selectFrom('mail_outbox')
    .select((is) => is.fn.countAll<number>().as('sending'))
    .where('claimedUntil', '>=', iso(now))
    .where('lane', 'in', bulkLanes)
    .executeTakeFirstOrThrow();
  return perDay - sending - (await sentWithinDay(db, now)).sent;
}

function sentWithinDay(db: Db, now: number): Promise<{ sent: number; first: string | null }> {
  return db
    .selectFrom('mail_outbox')
    .select((is) => [is.fn.countAll<number>().as('sent'), is.fn.min('doneAt').as('first')])
    .where('state', '=', 'sent')
    .where('lane', 'in', bulkLanes)
    .where('doneAt', '>', iso(now - day))
    .executeTakeFirstOrThrow();
}

type BulkConfig = Pick<Config, 'bulkMailPerDay' | 'smtpUrl'>;

export async function readBulkProgress(
  db: Db,
  topic: Topic,
  { bulkMailPerDay: perDay, smtpUrl }: BulkConfig,
): Promise<BulkProgress> {
  const groups = await db
    .selectFrom('mail_outbox')
    .select((is) => ['state', is.fn.countAll<number>().as('mails')])
    .where('topic', '=', topic)
    .groupBy('state')
    .execute();
  const of = (wanted: string) => groups.find(({ state }) => state === wanted)?.mails ?? 0;
  const parked = (await readParked(db)) !== null;
  const waiting = of('waiting');
  return {
    total: groups.reduce((sum, { mails }) => sum + mails, 0),
    sent: of('sent'),
    waiting,
    stopped: of('stopped'),
    refused: of('refused'),
    refusedMembers: await refusedMembers(db, topic),
    failed: of('failed') + of('skipped'),
    givenUp: of('failed'),
    perDay,
    sendsMail: smtpUrl !== undefined,
    parked,
    expectedEnd: waiting === 0 || parked ? null : await expectedEnd(db, await placeOfLast(db, topic), perDay),
  };
}

/** When bulk emails would be sent that are not planned yet: those of their lane and of earlier ones leave before. */
export async function readForecast(
  db: Db,
  { lane, mails }: MailForecastQuery,
  { bulkMailPerDay: perDay, smtpUrl }: BulkConfig,
): Promise<MailForecast> {
  const groups = await db
    .selectFrom('mail_outbox')
    .select((is) => ['lane', is.fn.countAll<number>().as('mails')])
    .where('state', '=', 'waiting')
    .where('lane', 'in', bulkLanes)
    .where('lane', '<=', lanes[lane])
    .groupBy('lane')
    .execute();
  const of = (wanted: number) => groups.find((group) => group.lane === wanted)?.mails ?? 0;
  const before = { results: of(lanes.result), messages: of(lanes.message) };
  const parked = (await readParked(db)) !== null;
  const place = before.results + before.messages + mails;
  return {
    ...{ before, perDay, sendsMail: smtpUrl !== undefined, parked },
    expectedEnd: mails === 0 || parked ? null : await expectedEnd(db, place, perDay),
  };
}

/** How many bulk emails wait up to the last one of a topic, in the order in which they are sent. */
async function placeOfLast(db: Db, topic: Topic): Promise<number> {
  const waiting = db.selectFrom('mail_outbox').where('state', '=', 'waiting');
  const last = await waiting
    .select(['lane', 'dueAt'])
    .where('topic', '=', topic)
    .orderBy('lane', 'desc')
    .orderBy('dueAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Sent meanwhile.
  if (!last) return 0;
  return countRows(
    waiting
      .where('lane', 'in', bulkLanes)
      .where((is) => is(is.refTuple('lane', 'dueAt'), '<=', is.tuple(last.lane, last.dueAt))),
  );
}

function refusedMembers(db: Db, topic: Topic): Promise<BulkProgress['refusedMembers']> {
  return db
    .selectFrom('mail_outbox')
    .innerJoin('members', 'members.uid', 'mail_outbox.uid')
    .select(['members.uid', 'members.fullName', 'members.email'])
    .where('topic', '=', topic)
    .where('state', '=', 'refused')
    .orderBy('members.fullName')
    .orderBy('members.uid')
    .limit(refusedShown)
    .execute();
}

/** About one a second, as long as the day has room; then a day's worth each day. */
async function expectedEnd(db: Db, place: number, perDay: number): Promise<string> {
  const now = await databaseTime(db);
  const { sent, first } = await sentWithinDay(db, now);
  const beyond = place - Math.max(0, perDay - sent);
  if (beyond <= 0) return iso(now + place * second);
  const begin = first === null ? now : Date.parse(first);
  return iso(begin + Math.ceil(beyond / perDay) * day);
}

/**
 * Stops the emails of one topic that were not sent yet. One that is being sent may still arrive, and is not tried again.
 * @returns how many
 */
export async function stopBulkMails(trx: Trx, topic?: Topic): Promise<number> {
  let waiting = trx
    .updateTable('mail_outbox')
    .set({ state: 'stopped' })
    .where('state', '=', 'waiting')
    .where('lane', 'in', bulkLanes)
    .where('topic', 'is not', null);
  if (topic !== undefined) waiting = waiting.where('topic', '=', topic);
  return Number((await waiting.executeTakeFirst()).numUpdatedRows);
}

/** Continues, and tries again what was given up: it has reached nobody. */
export async function resumeBulkMails(trx: Trx, topic: Topic): Promise<void> {
  const now = await databaseTime(trx);
  await trx
    .updateTable('mail_outbox')
    .set({ state: 'waiting' })
    .where('topic', '=', topic)
    .where('state', '=', 'stopped')
    .execute();
  const failed = await trx
    .deleteFrom('mail_outbox')
    .where('topic', '=', topic)
    .where('state', '=', 'failed')
    .returning('uid')
    .execute();
  await planMails(trx, topic, [...new Set(failed.flatMap(({ uid }) => uid ?? []))], now);
}
