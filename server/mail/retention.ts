import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExpressionBuilder } from 'kysely';
import { counted } from '#domain/plural.ts';
import type { Config } from '#server/config.ts';
import { iso } from '#server/store/database-time.ts';
import type { Db } from '#server/store/open.ts';
import { workThrough } from '#server/store/set-aside.ts';
import type { Tables } from '#server/store/tables.ts';
import { mailFolder } from './transports.ts';

const day = 24 * 60 * 60 * 1000;
const hour = 60 * 60 * 1000;
const mebibyte = 1024 * 1024;

/** The maximum size of a mail's row without its text: addresses, subject and times. */
const bytesPerRow = 1024;

/** How long mails are kept, and how much space they may take. */
export type MailRetention = Pick<Config, 'dataDir' | 'mailKeepDays' | 'mailKeepMegabytes'>;

interface MailFile {
  path: string;
  bytes: number;
  /** When it was written, in milliseconds since 1970. */
  time: number;
}

/**
 * Removes the rows of finished mails: those past their retention time, and the oldest if all of them take too much
 * space. Mails that wait to be sent stay. Any number of processes may do this at once.
 */
export async function dropOldMailRows(
  db: Db,
  { mailKeepDays, mailKeepMegabytes }: MailRetention,
  now: number,
): Promise<void> {
  const before = iso(now - mailKeepDays * day);
  await db
    .deleteFrom('mail_outbox')
    .where((is) => is.or([is('sentAt', '<', before), is('failedAt', '<', before)]))
    .where(isForgettable)
    .execute();
  const tooOld = await doneMails(db)
    .select('createdAt')
    .orderBy('createdAt', 'desc')
    .offset(Math.floor((mailKeepMegabytes * mebibyte) / bytesPerRow))
    .limit(1)
    .executeTakeFirst();
  if (!tooOld) return;
  await db
    .deleteFrom('mail_outbox')
    .where((is) => is.or([is('sentAt', 'is not', null), is('failedAt', 'is not', null)]))
    .where('createdAt', '<=', tooOld.createdAt)
    // Those of the last day count towards BULK_MAIL_PER_DAY.
    .where((is) => is.or([is('bulk', 'is', null), is('sentAt', '<', iso(now - day))]))
    .where(isForgettable)
    .execute();
}

/** An email to many that was given up stays: it is shown as not delivered, and can be tried again. */
function isForgettable(is: ExpressionBuilder<Tables, 'mail_outbox'>) {
  return is.or([is('bulk', 'is', null), is('failedAt', 'is', null)]);
}

function doneMails(db: Db) {
  return db
    .selectFrom('mail_outbox')
    .where((is) => is.or([is('sentAt', 'is not', null), is('failedAt', 'is not', null)]));
}

/** Removes the files of mails in the same way. Throws at the end if some could not be removed. */
export async function dropOldMailFiles(retention: MailRetention, now: number): Promise<void> {
  let room = retention.mailKeepMegabytes * mebibyte;
  const newestFirst = (await mailFiles(retention.dataDir)).toSorted((a, b) => b.time - a.time);
  const old = newestFirst.filter(({ bytes, time }) => {
    room -= bytes;
    return room < 0 || now - time > retention.mailKeepDays * day;
  });
  // A process that died while writing a mail has left its draft behind.
  const drafts = (await mailFiles(retention.dataDir, 'drafts')).filter(({ time }) => now - time > hour);
  const errors: unknown[] = [];
  await workThrough(
    [...old, ...drafts],
    ({ path }) => rm(path, { force: true }),
    (_, error) => errors.push(error),
  );
  if (errors.length > 0)
    throw new AggregateError(errors, `${counted(errors.length, 'file')} could not be removed`);
}

export async function removeMailFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  const files = [...(await mailFiles(dataDir)), ...(await mailFiles(dataDir, 'drafts'))];
  const endings = ids.map((id) => `-${id}.eml`);
  for (const { path } of files.filter((file) => endings.some((ending) => file.path.endsWith(ending)))) {
    await rm(path, { force: true });
  }
}

/** The files in the mail folder, or the drafts, whose names begin with a dot; none without a folder. */
async function mailFiles(dataDir: string, which?: 'drafts'): Promise<MailFile[]> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const wanted = names.filter(
    (name) => name.endsWith('.eml') && name.startsWith('.') === (which === 'drafts'),
  );
  const files = await Promise.all(wanted.map((name) => describe(join(folder, name))));
  return files.filter((file) => file !== null);
}

/** Null if another process has removed the file meanwhile. */
async function describe(path: string): Promise<MailFile | null> {
  const found = await stat(path).catch(() => null);
  return found && { path, bytes: found.size, time: found.mtimeMs };
}
