import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import { differences, type Fingerprint, fingerprint, replaceAll } from '#server/store/copy.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { migrate, schemaState } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { sqliteFileFault } from '#server/store/sqlite-file.ts';
import { openBackup, takeBackup } from './backup.ts';
import { openPlace, type Place, placeName } from './place.ts';

/** A copy was refused or differed from its source; the target is unchanged. */
export class TransferError extends OperatorError {
  override name = 'TransferError';
}

/**
 * Copies a portal into an empty one of either engine, in one transaction, and compares all rows before the commit. Throws
 * TransferError, without a change, if the target is not empty or a row differs.
 * @returns the fingerprint of the copied rows
 */
export async function move(source: Store, target: Store): Promise<Fingerprint> {
  await migrate(target);
  const used = await target.db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (used) throw new TransferError('The target holds accounts already: give an empty database.');
  return copyWhole(source, target);
}

/** The target of a restore. The passphrase decrypts the backup, and encrypts the copy of the replaced data. */
type RestorePlace = Place & { backupPassphrase?: string | undefined };

export interface Restored {
  /** The location of the replaced data; null if there was none. */
  before: string | null;
  restored: Fingerprint;
}

/**
 * Replaces all data by a backup, which is checked first. The replaced data is kept as another backup, or as files if it
 * cannot be read. Throws OperatorError, without a change, for a file that is not a complete backup.
 */
export async function restore(place: RestorePlace, file: string): Promise<Restored> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-restore-'));
  try {
    const backup = await openBackup(folder, file, place.backupPassphrase);
    try {
      return isReplaceable(place)
        ? await replaceRows(place, backup)
        : await replaceFiles(place.dataDir, backup);
    } finally {
      await backup.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a new portal only in an existing folder, so that a mistyped DATA_DIR is noticed. */
export function refuseUnknownPlace({ dataDir, databaseUrl }: Place): void {
  if (databaseUrl || existsSync(dataDir)) return;
  throw new OperatorError(
    `There is no folder ${dataDir}. Set DATA_DIR to the portal that you mean; for a new one, make the folder first.`,
  );
}

/** Whether the rows can be replaced in a transaction; otherwise the files are replaced. */
function isReplaceable({ dataDir, databaseUrl }: Place): boolean {
  const file = databaseFile(dataDir);
  return databaseUrl !== undefined || !existsSync(file) || sqliteFileFault(file) === null;
}

async function replaceRows(place: RestorePlace, backup: Store): Promise<Restored> {
  const target = openPlace(place);
  try {
    const { applied, unknown } = await schemaState(target.db);
    if (unknown.length > 0 && !place.databaseUrl) {
      await target.close();
      return await replaceFiles(place.dataDir, backup);
    }
    if (unknown.length > 0) {
      throw new OperatorError(
        `${placeName(place)} belongs to a newer version of the portal. Create an empty database, set DATABASE_URL to it, and restore into that.`,
      );
    }
    const before = applied.length === 0 ? null : await backUp(target, place);
    await migrate(target);
    return { before, restored: await copyWhole(backup, target) };
  } finally {
    await target.close();
  }
}

function backUp(target: Store, { dataDir, backupPassphrase: passphrase }: RestorePlace): Promise<string> {
  return takeBackup(target, join(dataDir, 'backups'), { passphrase });
}

/** For a SQLite file that this program cannot read: creates a new file beside it that replaces it. */
async function replaceFiles(dataDir: string, backup: Store): Promise<Restored> {
  const fresh = await mkdtemp(join(dataDir, '.restored-'));
  try {
    const target = openStore({ dataDir: fresh });
    try {
      await migrate(target);
      const restored = await copyWhole(backup, target);
      await target.close();
      const before = await setAside(dataDir);
      await rename(databaseFile(fresh), databaseFile(dataDir));
      return { before, restored };
    } finally {
      await target.close();
    }
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** @returns the folder that contains the files now */
async function setAside(dataDir: string): Promise<string> {
  const folder = await mkdtemp(join(dataDir, `replaced-${new Date().toISOString().slice(0, 10)}-`));
  for (const ending of ['', '-wal', '-shm']) {
    const file = `${databaseFile(dataDir)}${ending}`;
    if (existsSync(file)) await rename(file, `${databaseFile(folder)}${ending}`);
  }
  return folder;
}

async function copyWhole(source: Store, target: Store): Promise<Fingerprint> {
  return source.snapshot((from) =>
    target.exclusiveTransaction(async (trx) => {
      const wanted = await replaceAll(from, target, trx);
      const apart = differences(wanted, await fingerprint(trx));
      if (apart.length > 0)
        throw new TransferError(`The copy differs in ${apart.join(', ')}: nothing was changed.`);
      return wanted;
    }),
  );
}
