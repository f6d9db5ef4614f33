import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { backupsKept } from '#domain/backups.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import type { Log } from '#server/log/log.ts';
import { backupFailedMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { databaseInfo } from '#server/store/database-info.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';
import type { Background } from './background.ts';
import { backups } from './backup.ts';
import type { BackupJob, BackupResult } from './backup-worker.ts';
import { freeSpace } from './free-space.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** A backup is verified after this time, so that one of each week is. */
const verifiedEvery = 6.5 * day;

export interface BackupDeps {
  background: Background;
  config: Config;
  content: Content;
  log: Log;
  outbox: Outbox;
  store: Store;
}

/** Makes the backup of the day, unless another process does, or BACKUPS is off. One that failed is tried again after an hour. */
export async function backUpIfDue(deps: BackupDeps, now = Date.now()): Promise<void> {
  const { config, store } = deps;
  if (!config.backups) return;
  const isMine = await store.change(async (trx) => {
    const state = await readState(trx, 'own-backups');
    // However the clock was set meanwhile.
    const isWithin = (time: string | null | undefined, length: number) =>
      time && Math.abs(now - Date.parse(time)) < length;
    if (isWithin(state?.begunAt, hour) || isWithin(state?.doneAt, day)) return false;
    const begunAt = new Date(now).toISOString();
    await writeState(trx, 'own-backups', { doneAt: null, mailed: false, ...state, begunAt });
    return true;
  });
  if (!isMine) return;
  const fault = await backUp(deps, now).catch((error: unknown) => {
    // The next start makes it.
    if (!deps.background.signal.aborted) throw error;
  });
  if (fault === undefined) return;
  const { db } = store;
  const state = await readState(db, 'own-backups');
  if (!state) return;
  const doneAt = fault === null ? state.begunAt : state.doneAt;
  const problem = fault ?? (await verificationFault(db, now));
  if (problem !== null && !state.mailed) await mailProblem(deps, problem);
  await writeState(db, 'own-backups', { ...state, doneAt, mailed: problem !== null });
}

async function verificationFault(db: Db, now: number): Promise<string | null> {
  const verified = await readState(db, 'verified');
  if (verified?.fault) return verified.fault;
  const isRecent = verified && now - Date.parse(verified.at) < 8 * day;
  return isRecent ? null : 'No backup has been verified for a week.';
}

async function mailProblem(deps: BackupDeps, fault: string): Promise<void> {
  const { config, content, outbox, store } = deps;
  const account = await findAccount(store.db, config.adminUid);
  if (!account) return;
  const link = `${config.portalUrl}/admin/backups`;
  await outbox.enqueue(
    store.db,
    backupFailedMail(content.club, { uid: account.id, to: account.email, fault, link }),
  );
  outbox.wake();
}

/**
 * Makes a backup in DATA_DIR/backups, verifies it if that was done last a week ago, removes the oldest ones, and runs BACKUP_THEN.
 * @returns why it failed, or null
 */
export async function backUp(deps: BackupDeps, now = Date.now()): Promise<string | null> {
  const { background, config, store, log } = deps;
  const { db } = store;
  const { dataDir, databaseUrl, backupPassphrase, backupThen } = config;
  const folder = backupFolder(config);
  const at = new Date(now).toISOString();
  const verified = await readState(db, 'verified');
  const isGood = verified?.fault === null && now - Date.parse(verified.at) < verifiedEvery;
  const verifies = !isGood || verified.file === undefined;
  const job = {
    place: { dataDir, databaseUrl, backupPassphrase },
    ...{ folder, verifies, keep: backupsKept, good: verified?.file },
  };
  const made = await room(deps, folder)
    .then((bytes) => inThread(deps, { ...job, bytes }))
    .catch((error: Error) => {
      if (background.signal.aborted) throw error;
      return { file: null, fault: error.message };
    });
  if (made.file !== null && verifies) await recordCheck(db, made.file, made.fault);
  const copyFault =
    made.file === null || !backupThen
      ? null
      : await runThen(backupThen, made.file).catch(({ message }) => message);
  const fault = made.file === null ? made.fault : copyFault;
  await writeState(db, 'backup', { at, fault, keptFor: fault === null ? backupsKept * day : null });
  if (fault === null) log.info({ file: made.file }, 'backup made');
  else log.warn({ fault }, 'backup failed');
  return fault;
}

export function backupFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'backups');
}

/**
 * How many bytes the backups may take: no more than they leave free. Throws OperatorError if there is no room for one, and for
 * the two copies of a check.
 */
async function room({ config, store }: BackupDeps, folder: string): Promise<number> {
  const free = (await freeSpace(config.dataDir)) ?? 0;
  const { bytes } = await databaseInfo(store);
  if (free < 3 * bytes) throw new OperatorError('There is too little room on the disk for a backup.');
  const used = (await backups(folder)).map((name) => statSync(join(folder, name)).size);
  return (free + used.reduce((sum, size) => sum + size, 0)) / 2;
}

/** A portal that stops does not wait for it: the next start removes what it leaves in the scratch folder. */
async function inThread({ background }: BackupDeps, job: BackupJob): Promise<BackupResult> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: job,
    // Otherwise it takes 130 MB, and a small machine has 256.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
  });
  const end = () => void worker.terminate();
  background.signal.addEventListener('abort', end);
  try {
    const [result] = await once(worker, 'message', { signal: background.signal });
    return result as BackupResult;
  } finally {
    background.signal.removeEventListener('abort', end);
  }
}

/** Records for the health page how the check of a backup went. The newest good one stays known. */
export async function recordCheck(db: Db, file: string, fault: string | null): Promise<void> {
  const former = await readState(db, 'verified');
  const good = fault === null ? basename(file) : former?.file;
  await writeState(db, 'verified', {
    ...{ at: new Date().toISOString(), fault },
    ...(good !== undefined && { file: good }),
  });
}

/** The operator's command after a backup failed; the backup itself is whole. */
export class CopyFailed extends OperatorError {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Passes the file to the operator's command, which may copy it to another machine. Throws CopyFailed if that fails. */
export async function runThen(command: string, file: string, environment = process.env): Promise<void> {
  const env = { ...environment, BACKUP_FILE: file };
  const child = spawn(command, { shell: true, stdio: ['ignore', 2, 2], env });
  const [code, signal] = await once(child, 'close');
  if (code === 0) return;
  const end = signal ?? `exit code ${code}`;
  throw new CopyFailed(
    `The command after the backup ended with ${end}; the backup itself is whole: ${file}`,
    code ?? 1,
  );
}
