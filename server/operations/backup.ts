import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import { backupInto } from '#server/store/backup.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { sqliteFileFault } from '#server/store/sqlite-file.ts';
import { checkData } from './check.ts';
import { decryptFile, encryptFile, isEncrypted } from './encryption.ts';

const pattern = /^portal-[\dTZ-]+\.sqlite(\.enc)?$/;

export interface BackupOptions {
  /** Encrypts the backup; without it the backup is a plain SQLite file. */
  passphrase?: string | undefined;
  /** The folder for the temporary unencrypted file; by default that of the backup. */
  scratch?: string;
}

/**
 * Makes a consistent copy of a running portal, named by the time in UTC and readable by this user only.
 * @returns the new file
 */
export async function takeBackup(
  store: Store,
  folder: string,
  { passphrase, scratch = folder }: BackupOptions = {},
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `portal-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
  if (passphrase === undefined) {
    await backupInto(store, file);
    return file;
  }
  const plain = await mkdtemp(join(scratch, '.backup-'));
  const draft = await mkdtemp(join(folder, '.backup-'));
  try {
    await backupInto(store, join(plain, 'plain.sqlite'));
    await encryptFile(join(plain, 'plain.sqlite'), join(draft, 'encrypted'), passphrase);
    await rename(join(draft, 'encrypted'), `${file}.enc`);
    return `${file}.enc`;
  } finally {
    await rm(plain, { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes all backups in `folder` except the `keep` newest ones. */
export async function pruneBackups(folder: string, keep: number): Promise<void> {
  for (const name of (await backups(folder)).slice(keep)) await rm(join(folder, name));
}

/** The names of the backups in `folder`, newest first; empty if the folder does not exist. */
export async function backups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .reverse();
}

/** A file is not a backup that can be restored. The message says why. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}

/**
 * Copies a backup into the empty `folder`, migrates and checks the copy, and opens it; the backup itself is not changed.
 * Throws BackupError for any other file, and SchemaError for the backup of a newer version.
 */
export async function openBackup(
  folder: string,
  file: string,
  passphrase: string | undefined,
): Promise<Store> {
  const copy = databaseFile(folder);
  await unpack(file, copy, passphrase);
  const fault = sqliteFileFault(copy);
  if (fault !== null) throw notWhole(file, fault);
  const store = openStore({ dataDir: folder });
  try {
    await migrate(store);
    const faults = (await checkData(store)).flatMap((result) => result.faults);
    if (faults.length > 0) throw notWhole(file, faults.slice(0, 3).join('; '));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function unpack(file: string, copy: string, passphrase: string | undefined): Promise<void> {
  try {
    if (!(await isEncrypted(file))) return await copyFile(file, copy);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw notWhole(file, code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`);
  }
  if (passphrase === undefined) {
    throw new BackupError(`${file} is encrypted: set BACKUP_PASSPHRASE to what it was made with.`);
  }
  await decryptFile(file, copy, passphrase);
}

function notWhole(file: string, fault: string): BackupError {
  return new BackupError(`${file} is not a complete backup: ${fault}.`);
}
