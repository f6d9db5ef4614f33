import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inTimeZone } from '#domain/days.ts';
import { timeZoneOf } from '#server/config/config.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { backups, backupTime, pruneBackups, takeBackup } from '#server/operations/backup.ts';
import { locationName, openPortal } from '#server/operations/data-location.ts';
import { explain } from '#server/operations/explain.ts';
import { CopyFailed, recordCheck, runThen } from '#server/operations/own-backups.ts';
import { refuseUnknownLocation } from '#server/operations/transfer.ts';
import { verifyBackup } from '#server/operations/verify-backup.ts';
import type { Fingerprint } from '#server/store/copy.ts';
import type { Db } from '#server/store/open.ts';
import { writeState } from '#server/store/portal-state.ts';
import { type Call, type Command, duration, typedPath, wholeNumber, withPortal } from './command.ts';

export const backup: Command = {
  name: 'backup',
  usage: '[--to FOLDER] [--then COMMAND] [--every 1h] [--keep 48]',
  example: '--every 1h --keep 48 --then \'cp "$BACKUP_FILE" /mnt/elsewhere/\'',
  about:
    'copy everything to a file, once or repeatedly, also while the portal runs. BACKUP_PASSPHRASE encrypts it. COMMAND gets the file as $BACKUP_FILE',
  options: ['to', 'every', 'keep', 'then'],
  async run(call) {
    const { to, every, keep: kept, then = call.config.backupThen } = call.options;
    const folder = to === undefined ? usualFolder(call) : typedPath(call, to);
    // Where a disk is not mounted, a new folder would hide that.
    if (to !== undefined && !existsSync(folder))
      throw new OperatorError(`There is no folder ${folder}. Mount its disk, or make the folder first.`);
    const keep = kept === undefined ? undefined : wholeNumber('keep', kept);
    const pause = every === undefined ? undefined : duration('every', every);
    const keptFor = keep === undefined || pause === undefined ? null : keep * pause;
    const round = () => backUp(call, folder, { keep, keptFor, then });
    if (pause === undefined) await round();
    else await repeat(() => runAndReport(call, round, pause));
  },
};

export const verify: Command = {
  name: 'backup verify',
  usage: '[FILE]',
  example: '/mnt/elsewhere/portal-1f3a9c2b-000042-2026-09-01T10-00-00-000Z.sqlite',
  about: 'restore a backup, by default the newest, into a scratch folder, and compare every row',
  operands: 1,
  async run(call) {
    const { config, console } = call;
    const [given] = call.operands;
    const folder = usualFolder(call);
    const path = given === undefined ? await newest(folder) : typedPath(call, given);
    if (path === undefined)
      throw new OperatorError(
        `There is no backup in ${folder}. Name its file, or set DATA_DIR to the portal that you mean.`,
      );
    if (given === undefined) refuseUnknownLocation(config);
    const held = await onAnyMachine(config, (place) => verifyAndRemember({ ...call, config: place }, path));
    call.report({ file: path, members: held.members.rows, changes: held.changes.rows });
    console.log(
      `${path}\nRestored and compared: ${held.members.rows} members and ${held.changes.rows} changes, all the same.`,
    );
    const made = backupTime(path);
    const time = inTimeZone(made ?? statSync(path).mtime.toISOString(), timeZoneOf(call));
    console.log(`${made ? 'Made' : 'The file was written'} ${time}.`);
  },
};

/** A copy is verified where it is kept, also where there is no portal: in a scratch folder that is removed afterwards. */
async function onAnyMachine<T>(
  config: Call['config'],
  work: (place: Call['config']) => Promise<T>,
): Promise<T> {
  if (existsSync(config.dataDir)) return await work(config);
  const dataDir = await mkdtemp(join(tmpdir(), 'sdc-portal-'));
  return await work({ ...config, dataDir }).finally(() => rm(dataDir, { recursive: true, force: true }));
}

async function newest(folder: string): Promise<string | undefined> {
  const [name] = await backups(folder);
  return name && join(folder, name);
}

function usualFolder({ config }: Call): string {
  return join(config.dataDir, 'backups');
}

async function backUp(
  call: Call,
  folder: string,
  { keep, keptFor, then }: { keep: number | undefined; keptFor: number | null; then: string | undefined },
): Promise<void> {
  const file = await withPortal(call, (store) => takeBackup(store, folder, call.config), 'any');
  call.console.log(file);
  call.report({ file });
  if (keep !== undefined) {
    // Older ones go only once this one is known to be good.
    await verifyAndRemember(call, file);
    await pruneBackups(folder, file, keep);
  }
  if (then !== undefined) await runThen(then, file, call.process.env);
  await rememberBackup(call, { fault: null, keptFor });
}

/** Throws a BackupError if the backup cannot be restored. */
async function verifyAndRemember(call: Call, file: string): Promise<Fingerprint> {
  try {
    const held = await verifyBackup(file, call.config);
    await remember(call, (db) => recordCheck(db, file, null));
    return held;
  } catch (error) {
    const fault = explain(error, locationName(call.config)) ?? String(error);
    await remember(call, (db) => recordCheck(db, file, fault));
    throw error;
  }
}

/** For the health page. Omitted if the database cannot store it, an error that shows elsewhere. */
async function remember({ config }: Call, write: (db: Db) => Promise<void>): Promise<void> {
  try {
    const store = await openPortal(config);
    await write(store.db).finally(store.close);
  } catch {
    // An older schema has no column for it, and an unavailable database cannot store it.
  }
}

function rememberBackup(call: Call, state: { fault: string | null; keptFor: number | null }): Promise<void> {
  return remember(call, (db) => writeState(db, 'backup', { at: new Date().toISOString(), ...state }));
}

/** When to try again without a backup, in milliseconds: at the first start, the portal may not have made its tables yet. */
const retryAfter = 30_000;

/**
 * One failure must not end the backups that come after it.
 * @returns the milliseconds until the next round; a failure of the command after the backup leaves a backup
 */
async function runAndReport(call: Call, round: () => Promise<void>, pause: number): Promise<number> {
  try {
    await round();
    return pause;
  } catch (error) {
    const next = error instanceof CopyFailed ? pause : Math.min(pause, retryAfter);
    const fault = explain(error, locationName(call.config)) ?? String(error);
    const at = inTimeZone(new Date().toISOString(), timeZoneOf(call));
    call.console.error(`${at} backup failed: ${fault}\nThe next one is made in ${next / 1000} s.`);
    await rememberBackup(call, { fault, keptFor: null });
    return next;
  }
}

/** Runs `round` now and after the pause that it returns, until SIGTERM or SIGINT, which wait for the current round. */
async function repeat(round: () => Promise<number>): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  while (!stop.signal.aborted) {
    await setTimeout(await round(), undefined, { signal: stop.signal }).catch(() => {});
  }
}
