import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExpressionBuilder } from 'kysely';
import type { Config } from '#server/config/config.ts';
import { chunk } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { iso } from '#server/store/database-time.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { bulkLanes, lanes } from './outbox-store.ts';
import { mailFolder } from './transports.ts';

const day = 24 * 60 * 60 * 1000;
const mebibyte = 1024 * 1024;

/** The maximum size of a mail's row without its text: addresses, subject and times. */
const bytesPerRow = 1024;

/** How long mails are kept, and how much space they may take. */
export type MailRetention = Pick<Config, 'dataDir' | 'mailKeepDays' | 'mailKeepMegabytes'>;

/**
 * Removes the rows of finished mails: those past their retention time, and the oldest if all of them take too much
 * space. Mails that wait to be sent stay. Any number of processes may do this at the same time.
 */
export async function dropOldMailRows(
  db: Db,
  { mailKeepDays, mailKeepMegabytes }: MailRetention,
  now: number,
): Promise<void> {
  const before = iso(now - mailKeepDays * day);
  const done = db.deleteFrom('mail_outbox').where(isDone);
  await done.where('doneAt', '<', before).where(isForgettable).execute();
  // Those of members stay: nothing is sent there.
  await db
    .deleteFrom('refused_addresses')
    .where('at', '<', before)
    .where('email', 'not in', (is) => is.selectFrom('user').select('user.email'))
    .execute();
  const most = Math.floor((mailKeepMegabytes * mebibyte) / bytesPerRow);
  const kept = db.selectFrom('mail_outbox').where(isDone);
  if ((await countRows(kept)) <= most) return;
  const newestFirst = kept.select('createdAt').orderBy('createdAt', 'desc');
  const tooOld = await newestFirst.offset(most).limit(1).executeTakeFirstOrThrow();
  await done
    .where('createdAt', '<=', tooOld.createdAt)
    // Those of the last day count towards the daily limit.
    .where((is) => is.or([is('topic', 'is', null), is('doneAt', '<', iso(now - day))]))
    .where(isForgettable)
    .execute();
}

/** Whether an email is finished, in the columns of the index `mail_outbox_done`. */
export function isDone(is: ExpressionBuilder<Tables, 'mail_outbox'>) {
  return is.and([
    is('state', 'in', ['sent', 'skipped', 'refused', 'failed']),
    is('lane', 'in', Object.values(lanes)),
  ]);
}

/** A bulk email that reached nobody stays: it is shown, and one that was given up can be tried again. */
function isForgettable(is: ExpressionBuilder<Tables, 'mail_outbox'>) {
  return is.or([is('lane', 'not in', bulkLanes), is('state', '=', 'sent'), is('topic', 'is', null)]);
}

/** Removes the files of mails without a row, and the oldest if all of them take too much space. Their names begin with a time. */
export async function dropOldMailFiles(db: Db, { dataDir, mailKeepMegabytes }: MailRetention): Promise<void> {
  await dropOrphanedMailFiles(db, dataDir);
  let room = mailKeepMegabytes * mebibyte;
  for (const name of (await mailFileNames(dataDir)).toSorted().toReversed()) {
    // Another process may have removed it.
    room -= (await stat(pathOf(dataDir, name)).catch(() => null))?.size ?? 0;
    if (room < 0) await rm(pathOf(dataDir, name), { force: true });
  }
}

/** Removes the files of mails that have no row any more, for whatever reason. */
export async function dropOrphanedMailFiles(db: Db, dataDir: string): Promise<void> {
  const names = await mailFileNames(dataDir);
  const known = await knownMails(db, names.map(idOf));
  const orphans = names.filter((name) => !known.has(idOf(name)));
  await Promise.all(orphans.map((name) => rm(pathOf(dataDir, name), { force: true })));
}

async function knownMails(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const some of chunk(ids, 512)) {
    const rows = await db.selectFrom('mail_outbox').select('id').where('id', 'in', some).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/** The files in the mail folder with the drafts, whose names begin with a dot; none without a folder. */
async function mailFileNames(dataDir: string): Promise<string[]> {
  const names = await readdir(mailFolder(dataDir)).catch(() => []);
  return names.filter((name) => name.endsWith('.eml'));
}

/** The mail's id: names are `TIME-ID.eml`. */
function idOf(name: string): string {
  return name.slice(name.lastIndexOf('-') + 1, -'.eml'.length);
}

function pathOf(dataDir: string, name: string): string {
  return join(mailFolder(dataDir), name);
}
