import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import { migrate, SchemaError, schemaState } from '#server/store/migrate.ts';
import type { Store } from '#server/store/open.ts';
import { takeBackup } from './backup.ts';

/**
 * Brings a portal's schema up to date, after a backup of what was there. A new portal has nothing to back up.
 * @returns the backup, where one was taken
 */
export async function upgrade(store: Store, dataDir: string): Promise<string | null> {
  const { known, applied } = await schemaState(store.db);
  const isOlder = applied.length > 0 && applied.length < known.length;
  const backup = isOlder ? await backUpFirst(store, join(dataDir, 'backups')) : null;
  try {
    await migrate(store);
  } catch (error) {
    if (!(error instanceof SchemaError) || backup === null) throw error;
    throw new SchemaError(`${error.message} The backup from just before: ${backup}`, { cause: error });
  }
  return backup;
}

async function backUpFirst(store: Store, folder: string): Promise<string> {
  try {
    return await takeBackup(store, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The backup before the upgrade failed (${reason}), so nothing was changed. Make room in ${folder}, and start again.`,
      { cause: error },
    );
  }
}
