import { statSync } from 'node:fs';
import { counted } from '#domain/plural.ts';
import type { CommandConfig } from '#server/config/config.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { refuseUnknownSchema, SchemaError, schemaState } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';

export type DataLocation = Pick<CommandConfig, 'dataDir' | 'databaseUrl'>;

/** The name of the file or database for the operator, without the password. */
export function locationName({ dataDir, databaseUrl }: DataLocation): string {
  if (!databaseUrl) return databaseFile(dataDir);
  const { protocol, username, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`;
}

/** The schemas that a command accepts: only that of this version, or any. */
export type AcceptedSchema = 'current' | 'any';

/**
 * Opens an existing portal; never creates one. Throws OperatorError if there is none, and SchemaError if its schema is not
 * `accepted`, because only the start of the portal migrates.
 */
export async function openPortal(
  location: DataLocation,
  accepted: AcceptedSchema = 'current',
): Promise<Store> {
  if (!location.databaseUrl && !hasContent(databaseFile(location.dataDir))) throw noPortal(location);
  const store = openStore(location);
  try {
    const schema = await schemaState(store.db);
    if (schema.applied.length === 0) throw noPortal(location);
    if (accepted === 'current') {
      refuseUnknownSchema(schema);
      if (schema.applied.length < schema.known.length) throw olderSchema(location);
    }
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** SQLite would make a database of an empty file, too. */
function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function noPortal(location: DataLocation): OperatorError {
  const remedy = location.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  return new OperatorError(
    `There is no portal at ${locationName(location)}. Set ${remedy} to the one that you mean, or start a new one with npm start.`,
  );
}

function olderSchema(location: DataLocation): SchemaError {
  return new SchemaError(
    `${locationName(location)} belongs to an older version of the portal. Start this version once: it backs up and migrates.`,
  );
}

/** One line that identifies a portal by its location and its number of members. */
export async function describePortal(location: DataLocation, store: Store): Promise<string> {
  const members = await countRows(store.db.selectFrom('members'));
  return `Portal: ${locationName(location)}, ${counted(members, 'member')}`;
}
