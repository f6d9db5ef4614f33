import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { appendFile, copyFile, mkdir, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '#server/config/operator-error.ts';
import { backupInto } from '#server/store/backup.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { migrate } from '#server/store/migrate.ts';
import { type Db, openStore, type Store } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
import { sqliteFileFault } from '#server/store/sqlite-file.ts';
import { checkData } from './check.ts';
import { decryptFile, encryptFile, isEncrypted } from './encryption.ts';
import { withScratch } from './scratch.ts';

/** Portal's id, number in the folder, and time: `portal-1f3a9c2b-000042-2026-09-01T10-00-00-000Z.sqlite`. */
const pattern = /^portal-([0-9a-f]{8})-(\d{6})-([\dTZ-]+)\.sqlite(\.enc)?$/;

/** A passphrase encrypts backups. Unfinished and decrypted files are only written to a scratch folder in DATA_DIR. */
export interface Encryption {
  dataDir: string;
  backupPassphrase?: string | undefined;
}

/**
 * Makes a consistent copy of a running portal, readable by this user only. The file appears only when complete.
 * @returns the new file
 */
export async function takeBackup(
  store: Store,
  folder: string,
  encryption: Encryption = { dataDir: folder },
): Promise<string> {
  const id = await portalId(store.db);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [newest] = await backups(folder, id);
  const number = String(Number(pattern.exec(newest ?? '')?.[2] ?? 0) + 1).padStart(6, '0');
  return writeCopy(store, join(folder, `portal-${id}-${number}-${timestamp()}.sqlite`), encryption);
}

/**
 * Keeps a copy of the data before a command replaces it. It is not one of the backups that `--keep` counts. A copy for the same
 * reason replaces the former one.
 */
export async function takeSafetyCopy(store: Store, reason: string, place: Encryption): Promise<string> {
  const folder = join(place.dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return writeCopy(store, join(folder, `before-${reason}-${await portalId(store.db)}.sqlite`), place);
}

async function writeCopy(
  store: Store,
  file: string,
  { dataDir, backupPassphrase }: Encryption,
): Promise<string> {
  return withScratch(dataDir, async (scratch) => {
    const copy = await backupInto(store, scratch);
    if (backupPassphrase === undefined) {
      await appendDigest(copy);
      return publish(copy, file);
    }
    const encrypted = join(scratch, 'encrypted');
    await encryptFile(copy, encrypted, backupPassphrase);
    return publish(encrypted, `${file}.enc`);
  });
}

/** Moves a complete file to its place, which may be on another disk. */
async function publish(source: string, file: string): Promise<string> {
  const part = `${file}.part`;
  await rename(source, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(source, part);
    await rename(part, file).finally(() => rm(part, { force: true }));
  });
  return file;
}

export function timestamp(): string {
  return new Date().toISOString().replace(/[:.]/g, '-');
}

/** When a backup was made, by its name, which copying does not change as it does the time of a file. */
export function backupTime(file: string): string | undefined {
  const [, , , time] = pattern.exec(basename(file)) ?? [];
  return time?.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.');
}

interface Kept {
  /** How many bytes all of them may take. */
  bytes?: number;
  /** The name of one that stays in any case: the newest that is known to be good. */
  good?: string | undefined;
}

/**
 * Removes all backups of the same portal but the `keep` newest ones, of which `made` is one and stays. Their numbers decide, which
 * no clock can upset.
 */
export async function pruneBackups(
  folder: string,
  made: string,
  keep: number,
  { bytes = Infinity, good }: Kept = {},
): Promise<void> {
  const [, id = ''] = pattern.exec(basename(made)) ?? [];
  const older = (await backups(folder, id)).filter((name) => name !== basename(made));
  let used = (await stat(made)).size;
  for (const [index, name] of older.entries()) {
    used += (await stat(join(folder, name))).size;
    if (name !== good && (index + 1 >= keep || used > bytes)) await rm(join(folder, name));
  }
}

/** The names of the backups in `folder`, of one portal or of all, newest first; empty if the folder does not exist. */
export async function backups(folder: string, id?: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => pattern.test(name) && (id === undefined || name.startsWith(`portal-${id}-`)))
    .sort()
    .reverse();
}

/** Tells this portal's backups from those of others in the same folder. */
export async function portalId(db: Db): Promise<string> {
  return (await readState(db, 'portal'))?.id ?? '00000000';
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
  const isUnaltered = await removeDigest(copy);
  // SQLite says more exactly what is wrong with a damaged page.
  const fault = sqliteFileFault(copy) ?? (isUnaltered ? null : 'it was altered after it was made');
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
  // A pipe would be waited for.
  if (existsSync(file) && !statSync(file).isFile()) throw notWhole(file, 'it is not a file');
  const sealed = await isEncrypted(file).catch((error: NodeJS.ErrnoException) => {
    const fault = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`;
    throw notWhole(file, fault);
  });
  if (!sealed) {
    // A replaced file that was kept may have its last changes in a write-ahead log.
    if (existsSync(`${file}-wal`)) await copyFile(`${file}-wal`, `${copy}-wal`);
    return copyFile(file, copy);
  }
  if (passphrase === undefined) {
    throw new BackupError(`${file} is encrypted: set BACKUP_PASSPHRASE to what it was made with.`);
  }
  await decryptFile(file, copy, passphrase);
}

function notWhole(file: string, fault: string): BackupError {
  return new BackupError(`${file} is not a complete backup: ${fault}.`);
}

/*
 * SQLite finds a damaged page, but no changed letter in a row. An unencrypted backup therefore ends with the SHA-256 of
 * what precedes it, which travels with the file. A SQLite file consists of pages of 512 bytes or a multiple, so its size
 * tells whether it ends with a digest.
 */
const digestSize = 32;
const smallestPage = 512;

/** Appends the digest of a SQLite file to it. */
async function appendDigest(file: string): Promise<void> {
  await appendFile(file, await digestOf(file), { flush: true });
}

/**
 * Takes the digest off a file, which is a SQLite file then.
 * @returns whether the file is as it was when the digest was made; a file without one, such as an older backup, is
 */
async function removeDigest(file: string): Promise<boolean> {
  const { size } = await stat(file);
  if (size % smallestPage !== digestSize) return true;
  const stored = await lastBytes(file, size - digestSize);
  await truncate(file, size - digestSize);
  return stored.equals(await digestOf(file));
}

async function lastBytes(file: string, from: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(digestSize), 0, digestSize, from);
    return buffer;
  } finally {
    await handle.close();
  }
}

async function digestOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}
