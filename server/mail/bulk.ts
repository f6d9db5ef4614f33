import { type SelectQueryBuilder, sql } from 'kysely';
import type { BulkProgress } from '#domain/bulk-mail.ts';
import type { Deps } from '#server/deps.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { retryDelay, workThrough } from '#server/store/set-aside.ts';
import type { Tables } from '#server/store/tables.ts';
import type { Mail } from './mail.ts';
import { enqueue } from './outbox-store.ts';

/*
 * Emails to many: their recipients are fixed in the transaction that decides on them, and each is written when its turn
 * comes, from what is stored then. Few are in the outbox at a time, so that an email about an account waits for hardly
 * any of them, and at most BULK_MAIL_PER_DAY are sent within 24 hours (docs/decisions/mail.md).
 */

type BulkDeps = Pick<Deps, 'config' | 'log' | 'outbox' | 'store'>;

/** Writes the email to one recipient as of now; null leaves the recipient out. */
type ComposeBulk = (db: Db, uid: string, bulk: string) => Promise<Mail | null>;

/** How to write each kind of them. The kind is what stands before the first colon: 'message' of 'message:1'. */
export type BulkComposers = Readonly<Record<string, ComposeBulk>>;

const day = 24 * 60 * 60_000;
const second = 1_000;

/** How many at most wait in the outbox for their first attempt. */
const atOnce = 10;

/** While so many were refused and are tried again, no other is queued: the mail server may be down. */
const failingAtOnce = 100;

/** Fixes the recipients, in the caller's transaction. Nobody gets the same email twice. */
export async function planBulkMails(
  trx: Trx,
  bulk: string,
  recipients: SelectQueryBuilder<Tables, keyof Tables, { uid: string }>,
  at: string,
): Promise<void> {
  const rows = trx
    .selectFrom(recipients.as('recipient'))
    .select((is) => [
      sql<string>`${`${bulk} `} || recipient.uid`.as('id'),
      is.val(bulk).as('bulk'),
      'recipient.uid',
      is.val<'waiting'>('waiting').as('state'),
      is.val(at).as('dueAt'),
    ])
    // Without a condition SQLite takes what follows for that of a join.
    .where(sql<boolean>`1 = 1`);
  await trx
    .insertInto('bulk_mails')
    .columns(['id', 'bulk', 'uid', 'state', 'dueAt'])
    .expression(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Queues as many emails as may be sent now. One that cannot be written is set aside and keeps no other waiting. */
export async function queueBulkMails(deps: BulkDeps, composers: BulkComposers): Promise<void> {
  const { store, outbox, log } = deps;
  const now = await databaseTime(store.db);
  const due = await store.db
    .selectFrom('bulk_mails')
    .select(['id', 'bulk', 'uid', 'attempts'])
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', iso(now))
    .orderBy('dueAt')
    .orderBy('id')
    .limit(atOnce)
    .execute();
  let queued = 0;
  await workThrough(
    due,
    async (row) => {
      if (await queueOne(deps, row, composers)) queued += 1;
    },
    async ({ id, attempts }, error) => {
      const dueAt = iso((await databaseTime(store.db)) + retryDelay(attempts + 1));
      await store.db
        .updateTable('bulk_mails')
        .set({ dueAt, attempts: attempts + 1 })
        .where('id', '=', id)
        .execute();
      log.error({ err: error, mail: id, next: dueAt }, 'email not written, to be tried again');
    },
  );
  if (queued > 0) outbox.wake();
}

interface Recipient {
  id: string;
  bulk: string;
  uid: string;
}

async function queueOne(
  { store, config }: BulkDeps,
  { id, bulk, uid }: Recipient,
  composers: BulkComposers,
): Promise<boolean> {
  const compose = composers[bulk.split(':', 1)[0] ?? ''];
  if (!compose) throw new Error(`nothing writes the emails of ${bulk}`);
  return store.transact(async (trx) => {
    // So that two processes never both take the last place of the day.
    await trx.changes.lock();
    if ((await roomInOutbox(trx, config.bulkMailPerDay)) <= 0) return false;
    const { numUpdatedRows } = await trx
      .updateTable('bulk_mails')
      .set({ state: 'queued' })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const mail = await compose(trx, uid, bulk);
    const outcome = mail ? { mailId: await enqueue(trx, mail, { bulk }) } : { state: 'skipped' as const };
    await trx.updateTable('bulk_mails').set(outcome).where('id', '=', id).execute();
    return mail !== null;
  });
}

async function roomInOutbox(db: Db, perDay: number): Promise<number> {
  const { fresh, failing } = await waitingInOutbox(db);
  if (failing >= failingAtOnce) return 0;
  const left = perDay - (await sentWithinDay(db)).sent - fresh - failing;
  return Math.min(atOnce - fresh, left);
}

async function waitingInOutbox(db: Db): Promise<{ fresh: number; failing: number }> {
  const { waiting, failing } = await db
    .selectFrom('mail_outbox')
    .select((is) => [is.fn.countAll<number>().as('waiting'), is.fn.count<number>('lastError').as('failing')])
    .where('bulk', 'is not', null)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { fresh: waiting - failing, failing };
}

async function sentWithinDay(db: Db): Promise<{ sent: number; first: string | null }> {
  const now = await databaseTime(db);
  return db
    .selectFrom('mail_outbox')
    .select((is) => [is.fn.countAll<number>().as('sent'), is.fn.min('sentAt').as('first')])
    .where('bulk', 'is not', null)
    .where('sentAt', '>', iso(now - day))
    .executeTakeFirstOrThrow();
}

export async function readBulkProgress(db: Db, bulk: string, perDay: number): Promise<BulkProgress> {
  const groups = await db
    .selectFrom('bulk_mails')
    .leftJoin('mail_outbox as mail', 'mail.id', 'bulk_mails.mailId')
    .select((is) => [
      'state',
      is.fn.countAll<number>().as('mails'),
      is.fn.count<number>('mail.failedAt').as('givenUp'),
      // A sent mail is removed one day, with its row.
      sql<number>`count(case when mail.id is not null and mail."sentAt" is null then 1 end)`.as('unsent'),
    ])
    .where('bulk_mails.bulk', '=', bulk)
    .groupBy('state')
    .execute();
  const of = (state: string) =>
    groups.find((group) => group.state === state) ?? { mails: 0, givenUp: 0, unsent: 0 };
  const queued = of('queued');
  const waiting = of('waiting').mails + Number(queued.unsent) - queued.givenUp;
  return {
    total: groups.reduce((sum, { mails }) => sum + mails, 0),
    sent: queued.mails - Number(queued.unsent),
    waiting,
    stopped: of('stopped').mails,
    failed: queued.givenUp + of('skipped').mails,
    givenUp: queued.givenUp,
    perDay,
    expectedEnd: waiting === 0 ? null : await expectedEnd(db, waiting, perDay),
  };
}

/** About one a second, as long as the day has room; then a day's worth each day. */
async function expectedEnd(db: Db, waiting: number, perDay: number): Promise<string> {
  const now = await databaseTime(db);
  const { sent, first } = await sentWithinDay(db);
  const beyond = waiting - Math.max(0, perDay - sent);
  if (beyond <= 0) return iso(now + waiting * second);
  const begin = first === null ? now : Date.parse(first);
  return iso(begin + Math.ceil(beyond / perDay) * day);
}

/**
 * Stops the emails of one kind that are not being sent yet, also those that wait in the outbox.
 * @returns how many
 */
export async function stopBulkMails(trx: Trx, bulk: string): Promise<number> {
  const recalled = await trx
    .deleteFrom('mail_outbox')
    .where('bulk', '=', bulk)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('claimedBy', 'is', null)
    .returning('id')
    .execute();
  const ids = recalled.map(({ id }) => id);
  const { numUpdatedRows } = await trx
    .updateTable('bulk_mails')
    .set({ state: 'stopped', mailId: null })
    .where('bulk', '=', bulk)
    .where((is) => is.or([is('state', '=', 'waiting'), ...(ids.length > 0 ? [is('mailId', 'in', ids)] : [])]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Stops the emails of every kind. @returns how many */
export async function stopAllBulkMails(trx: Trx): Promise<number> {
  const kinds = await trx.selectFrom('bulk_mails').select('bulk').distinct().execute();
  let stopped = 0;
  for (const { bulk } of kinds) stopped += await stopBulkMails(trx, bulk);
  return stopped;
}

/** Continues, and tries again what was given up: it has reached nobody. */
export async function resumeBulkMails(trx: Trx, bulk: string): Promise<void> {
  const givenUp = trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('bulk', '=', bulk)
    .where('failedAt', 'is not', null);
  await trx
    .updateTable('bulk_mails')
    .set({ state: 'waiting', mailId: null, attempts: 0, dueAt: iso(await databaseTime(trx)) })
    .where('bulk', '=', bulk)
    .where((is) => is.or([is('state', '=', 'stopped'), is('mailId', 'in', givenUp)]))
    .execute();
}

/** Takes back the email to one recipient, unless it is being sent or was. */
export async function recallBulkMail(trx: Trx, bulk: string, uid: string): Promise<void> {
  const row = await trx
    .selectFrom('bulk_mails')
    .select(['id', 'state', 'mailId'])
    .where('id', '=', `${bulk} ${uid}`)
    .executeTakeFirst();
  if (!row) return;
  if (row.mailId !== null) {
    const { numDeletedRows } = await trx
      .deleteFrom('mail_outbox')
      .where('id', '=', row.mailId)
      .where('sentAt', 'is', null)
      .where('claimedBy', 'is', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
  }
  await trx.deleteFrom('bulk_mails').where('id', '=', row.id).execute();
}
