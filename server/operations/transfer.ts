import { existsSync } from 'node:fs';
import { listRemovals, removeAgain } from '#server/accounts/removal-list.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { type HeldBack, holdBack } from '#server/results/hold-back.ts';
import { differences, type Fingerprint, fingerprint, replaceAll } from '#server/store/copy.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { migrateAnd, schemaState } from '#server/store/migrate.ts';
import { openStore, type Store, type Trx } from '#server/store/open.ts';
import { sqliteFileFault } from '#server/store/sqlite-file.ts';
import { openBackup, portalId, takeSafetyCopy, timestamp } from './backup.ts';
import { type DataLocation, locationName } from './data-location.ts';
import { replaceDatabase } from './replace-database.ts';
import { withScratch } from './scratch.ts';

/** A copy was refused or differed from its source; the target is unchanged. */
class TransferError extends OperatorError {
  override name = 'TransferError';
}

/**
 * Copies a portal into an empty one of either engine, in one transaction, and compares all rows before the commit. Throws
 * TransferError, without a change, if the target is not empty or a row differs.
 * @returns the fingerprint of the copied rows
 */
export function move(source: Store, target: Store): Promise<Fingerprint> {
  return copyWhole(source, target, async (trx) => {
    const used = await trx.selectFrom('user').select('id').limit(1).executeTakeFirst();
    if (used) throw new TransferError('The target holds accounts already: give an empty database.');
  });
}

/** The target of a restore. The passphrase decrypts the backup, and encrypts the copy of the replaced data. */
type RestoreLocation = DataLocation & { backupPassphrase?: string | undefined };

interface Replaced {
  /** The location of the replaced data; null if there was none. */
  before: string | null;
  restored: Fingerprint;
}

export interface Restored extends Replaced {
  held: HeldBack;
  /** How many removals that came after the backup were carried out again. */
  removedAgain: number;
  /** The backup is another portal's than the data that it replaced. */
  ofAnother: boolean;
}

/**
 * Replaces all data by a backup, which is checked first. A planned release and bulk emails are held back, and everybody is signed out. The replaced
 * data is kept as another backup, or as files if it cannot be read. Throws OperatorError, without a change, for a file that is not a complete backup.
 */
export function restore(place: RestoreLocation, file: string): Promise<Restored> {
  return withScratch(place.dataDir, async (scratch) => {
    const backup = await openBackup(scratch, file, place.backupPassphrase);
    try {
      const held = await holdBack(backup);
      // Some have ended since the backup was made.
      await backup.db.deleteFrom('session').execute();
      const replacedId = isReplaceable(place) ? await listRemovalsOf(place) : null;
      const ofAnother = replacedId !== null && replacedId !== (await portalId(backup.db));
      const removedAgain = await removeAgain(backup, place.dataDir);
      const replaced = isReplaceable(place)
        ? await replaceRows(place, backup)
        : await replaceFiles(place.dataDir, backup);
      return { ...replaced, held, removedAgain, ofAnother };
    } finally {
      await backup.close();
    }
  });
}

/**
 * Another machine may have removed members, or a process may have died before it listed them.
 * @returns the id of the portal that is there
 */
async function listRemovalsOf(place: RestoreLocation): Promise<string | null> {
  // Opening a file that is missing would create it.
  if (!place.databaseUrl && !existsSync(databaseFile(place.dataDir))) return null;
  const target = openStore(place);
  try {
    const { applied, unknown } = await schemaState(target.db);
    if (applied.length === 0 || unknown.length > 0) return null;
    await listRemovals(target.db, place.dataDir);
    return await portalId(target.db);
  } finally {
    await target.close();
  }
}

/** Data is only written into an existing folder, so that a mistyped DATA_DIR is noticed. */
export function refuseUnknownLocation({ dataDir }: DataLocation): void {
  if (existsSync(dataDir)) return;
  throw new OperatorError(
    `There is no folder ${dataDir}. Set DATA_DIR to the portal that you mean; for a new one, make the folder first.`,
  );
}

/** Whether the rows can be replaced in a transaction; otherwise the files are replaced. */
function isReplaceable({ dataDir, databaseUrl }: DataLocation): boolean {
  const file = databaseFile(dataDir);
  return databaseUrl !== undefined || !existsSync(file) || sqliteFileFault(file) === null;
}

async function replaceRows(place: RestoreLocation, backup: Store): Promise<Replaced> {
  const target = openStore(place);
  try {
    const { applied, unknown } = await schemaState(target.db);
    if (unknown.length > 0 && !place.databaseUrl) {
      await target.close();
      return await replaceFiles(place.dataDir, backup);
    }
    if (unknown.length > 0) {
      throw new OperatorError(
        `${locationName(place)} belongs to a newer version of the portal. Create an empty database, set DATABASE_URL to it, and restore into that.`,
      );
    }
    const reason = `restore-${timestamp()}`;
    const before = applied.length === 0 ? null : await takeSafetyCopy(target, reason, place);
    return { before, restored: await copyWhole(backup, target) };
  } finally {
    await target.close();
  }
}

/** For a SQLite file that this program cannot read: creates a new file that takes its place. */
function replaceFiles(dataDir: string, backup: Store): Promise<Replaced> {
  return withScratch(dataDir, async (scratch) => {
    const target = openStore({ dataDir: scratch });
    // Closing merges SQLite's write-ahead log into the file.
    const restored = await copyWhole(backup, target).finally(target.close);
    return { before: await replaceDatabase(dataDir, databaseFile(scratch)), restored };
  });
}

/** Creates the tables in the same transaction, so that a killed process leaves no empty portal. */
function copyWhole(
  source: Store,
  target: Store,
  check: (trx: Trx) => Promise<void> = async () => {},
): Promise<Fingerprint> {
  return source.snapshot((from) =>
    migrateAnd(target, async (trx) => {
      await check(trx);
      const wanted = await replaceAll(from, target, trx);
      const apart = differences(wanted, await fingerprint(trx));
      if (apart.length > 0)
        throw new TransferError(`The copy differs in ${apart.join(', ')}: nothing was changed.`);
      return wanted;
    }),
  );
}
