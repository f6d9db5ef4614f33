import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from '#server/config/operator-error.ts';
import type { Db, Engine, Store, Trx } from './open.ts';

/** A schema migration for both engines. Never edited after a release: add another one instead. */
export interface PortalMigration {
  up(db: Parameters<Migration['up']>[0], engine: Engine): Promise<void>;
}

/**
 * The files of the folder that begin with a number, in order. Each is loaded only when it has to run.
 */
export const migrations: Record<string, () => Promise<PortalMigration>> = Object.fromEntries(
  readdirSync(join(import.meta.dirname, 'migrations'))
    .flatMap((file) => /^(\d{4}-[\w-]+)\.ts$/.exec(file)?.[1] ?? [])
    .sort()
    .map((name) => [name, () => import(`./migrations/${name}.ts`)]),
);

/** The schema belongs to another version, or could not be migrated. The message is one line for the operator. */
export class SchemaError extends OperatorError {
  override name = 'SchemaError';
}

/**
 * Migrates the schema to the latest version, or to `upTo`. The migrations run once and all or nothing, even if several
 * processes start together.
 */
export function migrate(store: Store, upTo?: string): Promise<void> {
  return migrateAnd(store, async () => {}, upTo);
}

/** Migrates, and runs `work` in the same transaction, for rows that have to come with their tables. */
export async function migrateAnd<T>(
  store: Store,
  work: (trx: Trx) => Promise<T>,
  upTo = Object.keys(migrations).at(-1) ?? '',
): Promise<T> {
  const schema = await schemaState(store.db);
  refuseUnknownSchema(schema);
  if (store.engine === 'sqlite') await refuseForeignFile(store.db);
  else await refuseUnfitDatabase(store.db, schema.applied.length < schema.known.length);
  return store.exclusiveTransaction(async (trx) => {
    const { error, results } = await migratorOn(trx, store.engine).migrateTo(upTo);
    if (!error) return work(trx);
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
    if (!failed) throw error;
    throw new SchemaError(
      `Migration ${failed} failed (${oneLine(error)}). Nothing was changed: go back to the version that ran before.`,
      { cause: error },
    );
  });
}

/** This program's migrations compared with those applied to a database, each in order. */
export interface SchemaState {
  known: readonly string[];
  applied: string[];
  /** Applied migrations that this program does not know. */
  unknown: string[];
}

export async function schemaState(db: Db): Promise<SchemaState> {
  const known = Object.keys(migrations);
  const applied = await appliedMigrations(db);
  return { known, applied, unknown: applied.filter((name) => !known.includes(name)) };
}

async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await tableNames(db)).includes(DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function tableNames(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}

/**
 * A PostgreSQL database may be shared with other programs, but a file belongs to one.
 * @throws SchemaError if a file's tables are another program's
 */
async function refuseForeignFile(db: Db): Promise<void> {
  const names = await tableNames(db);
  if (names.length === 0 || names.includes(DEFAULT_MIGRATION_TABLE)) return;
  throw new SchemaError(
    `The database file belongs to another program: it has the tables ${names.slice(0, 5).join(', ')}, and none of the ` +
      'portal’s. No table was changed: move the file away, or set DATA_DIR to another folder.',
  );
}

/** Encodings that hold every character: UTF-8, or none at all. */
const fitEncodings = ['UTF8', 'SQL_ASCII'];

/** @throws SchemaError if a PostgreSQL database cannot hold every text, or `isIncomplete` and tables cannot be made in it */
async function refuseUnfitDatabase(db: Db, isIncomplete: boolean): Promise<void> {
  const { rows } = await sql<{ encoding: string; readonly: string; user: string; creates: boolean | null }>`
    select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as readonly,
      current_user as user, has_schema_privilege(current_schema(), 'create') as creates`.execute(db);
  const [{ encoding = '', readonly = '', user = '', creates = null } = {}] = rows;
  if (!fitEncodings.includes(encoding)) {
    throw new SchemaError(
      `The PostgreSQL database has the encoding ${encoding}, which cannot hold every name and text. Create one with ` +
        "encoding 'UTF8' and template template0, and set DATABASE_URL to it.",
    );
  }
  if (readonly === 'on') {
    throw new SchemaError(
      'The PostgreSQL database is read-only: set DATABASE_URL to the server that takes writes, not to a standby.',
    );
  }
  if (isIncomplete && !creates) {
    throw new SchemaError(
      `The PostgreSQL user ${user} cannot create tables in this database: make it the owner (alter database … owner to ` +
        `${user}), or run there: grant usage, create on schema public to ${user};`,
    );
  }
}

/** @throws SchemaError if a newer version, or a development version from before the first release, made the database */
export function refuseUnknownSchema({ unknown }: SchemaState): void {
  const [first] = unknown;
  if (first === undefined) return;
  throw new SchemaError(
    first.startsWith('0001-')
      ? `The database belongs to a development version from before the first release (it has had ${first}) and cannot ` +
          'be upgraded. No table was changed: move it away, or set DATA_DIR or DATABASE_URL to another one.'
      : `The database belongs to a newer version of the portal (it has had ${unknown.join(', ')}). ` +
          'Run that version, or restore the backup from before the upgrade (docs/operations.md, "Downgrade").',
  );
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
}

function migratorOn(db: Db, engine: Engine): Migrator {
  const bound = Object.entries(migrations).map(([name, load]): [string, Migration] => [
    name,
    { up: async (trx) => (await load()).up(trx, engine) },
  ]);
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(bound) } });
}
