import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import { backupInto } from '#server/store/backup.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { sqliteFileFault } from '#server/store/sqlite-file.ts';
import { checkData } from './check.ts';
import { decryptFile, encryptFile, isEncrypted } from './encryption.ts';
import { withScratch } from './scratch.ts';

const pattern = /^portal-[\dTZ-]+\.sqlite(\.enc)?$/;

/** A passphrase encrypts backups. Decrypted data is only written to a scratch folder in DATA_DIR. */
export interface Encryption {
  dataDir: string;
  backupPassphrase?: string | undefined;
}

/**
 * Makes a consistent copy of a running portal, named by the time in UTC and readable by this user only. The file appears
 * only when complete.
 * @returns the new file
 */
export async function takeBackup(store: Store, folder: string, encryption?: Encryption): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOldDrafts(folder);
  const file = join(folder, `portal-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
  const draft = await mkdtemp(join(folder, draftPrefix));
  try {
    return await encryptedOrPlain(store, { draft, file, ...encryption });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function encryptedOrPlain(
  store: Store,
  { draft, file, dataDir = draft, backupPassphrase }: Partial<Encryption> & { draft: string; file: string },
): Promise<string> {
  if (backupPassphrase === undefined) {
    await rename(await backupInto(store, draft), file);
    return file;
  }
  const encrypted = join(draft, 'encrypted');
  await withScratch(dataDir, async (scratch) =>
    encryptFile(await backupInto(store, scratch), encrypted, backupPassphrase),
  );
  await rename(encrypted, `${file}.enc`);
  return `${file}.enc`;
}

const draftPrefix = '.backup-';
/** A backup that is being made writes more often than this, in milliseconds. */
const draftLifetime = 60 * 60 * 1000;

/** Removes what a killed backup left. The folder may be shared with other portals, which may be making theirs. */
async function removeOldDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(draftPrefix));
  for (const draft of drafts.map((name) => join(folder, name))) {
    const files = [draft, ...(await readdir(draft)).map((name) => join(draft, name))];
    const written = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
    if (Math.max(...written) < Date.now() - draftLifetime) await rm(draft, { recursive: true, force: true });
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
  const sealed = await isEncrypted(file).catch((error: NodeJS.ErrnoException) => {
    const fault = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`;
    throw notWhole(file, fault);
  });
  if (!sealed) {
    // A file that was set aside may have its last changes in a write-ahead log.
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
