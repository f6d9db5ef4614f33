import { join } from 'node:path';
import { OperatorError } from '#server/config/operator-error.ts';
import { migrate, SchemaError, schemaState } from '#server/store/migrate.ts';
import type { Store } from '#server/store/open.ts';
import { type Encryption, takeSafetyCopy } from './backup.ts';

/**
 * Migrates a portal's schema to this version, after a backup of the data. A new portal has nothing to back up.
 * @returns the file of the backup, or null if none was needed
 */
export async function upgrade(store: Store, place: Encryption): Promise<string | null> {
  const { known, applied } = await schemaState(store.db);
  const isOlder = applied.length > 0 && applied.length < known.length;
  const backup = isOlder ? await backUpFirst(store, place, known.at(-1) ?? '') : null;
  try {
    await migrate(store);
  } catch (error) {
    if (!(error instanceof SchemaError) || backup === null) throw error;
    throw new SchemaError(`${error.message} The backup from just before: ${backup}`, { cause: error });
  }
  return backup;
}

/** A start that is repeated after a failure replaces the copy of the one before. */
async function backUpFirst(store: Store, place: Encryption, version: string): Promise<string> {
  try {
    return await takeSafetyCopy(store, `upgrade-to-${version}`, place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The backup before the upgrade failed (${reason}), so nothing was changed. Make room in ${join(place.dataDir, 'backups')}, and start again.`,
      { cause: error },
    );
  }
}
