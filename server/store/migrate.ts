import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from '#server/operator-error.ts';
import * as accounts from './migrations/0001-accounts.ts';
import * as members from './migrations/0002-members.ts';
import * as forms from './migrations/0003-forms-and-limits.ts';
import * as mailOutbox from './migrations/0004-mail-outbox.ts';
import * as adminLists from './migrations/0005-admin-lists.ts';
import * as coveringLists from './migrations/0006-covering-lists.ts';
import * as linkOrder from './migrations/0007-link-order.ts';
import * as plainLists from './migrations/0008-plain-lists.ts';
import * as hashedLimitKeys from './migrations/0009-hashed-limit-keys.ts';
import * as recovery from './migrations/0010-recovery.ts';
import * as boundedStorage from './migrations/0011-bounded-storage.ts';
import * as imports from './migrations/0012-imports.ts';
import * as portalState from './migrations/0013-portal-state.ts';
import * as reviews from './migrations/0014-reviews.ts';
import * as answers from './migrations/0015-answers.ts';
import type { Db, Engine, Store } from './open.ts';

/** A schema migration for both engines. Never edited after a release: add another one instead. */
export interface PortalMigration {
  up(db: Parameters<Migration['up']>[0], engine: Engine): Promise<void>;
}

const migrations: Record<string, PortalMigration> = {
  '0001-accounts': accounts,
  '0002-members': members,
  '0003-forms-and-limits': forms,
  '0004-mail-outbox': mailOutbox,
  '0005-admin-lists': adminLists,
  '0006-covering-lists': coveringLists,
  '0007-link-order': linkOrder,
  '0008-plain-lists': plainLists,
  '0009-hashed-limit-keys': hashedLimitKeys,
  '0010-recovery': recovery,
  '0011-bounded-storage': boundedStorage,
  '0012-imports': imports,
  '0013-portal-state': portalState,
  '0014-reviews': reviews,
  '0015-answers': answers,
};

/** The schema belongs to another version, or could not be migrated. The message is one line for the operator. */
export class SchemaError extends OperatorError {
  override name = 'SchemaError';
}

/**
 * Migrates the schema to the latest version, or to `upTo`. The migrations run once and all or nothing, even if several
 * processes start together.
 */
export async function migrate(store: Store, upTo = Object.keys(migrations).at(-1) ?? ''): Promise<void> {
  refuseNewerSchema(await schemaState(store.db));
  if (store.engine === 'sqlite') await refuseForeignFile(store.db);
  await store.exclusiveTransaction(async (trx) => {
    const { error, results } = await migratorOn(trx, store.engine).migrateTo(upTo);
    if (!error) return;
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
  known: string[];
  applied: string[];
  /** Applied migrations that this program does not know, made by a newer version. */
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

/** @throws SchemaError if a newer version has migrated the database */
export function refuseNewerSchema({ unknown }: SchemaState): void {
  if (unknown.length === 0) return;
  throw new SchemaError(
    `The database belongs to a newer version of the portal (it has had ${unknown.join(', ')}). ` +
      'Run that version, or restore the backup from before the upgrade (docs/operations.md, "Downgrade").',
  );
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
}

/** kysely's migrator with the portal's migrations; tests stop it at an earlier version. */
export function migratorOn(db: Db, engine: Engine): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => bindToEngine(engine) } });
}

function bindToEngine(engine: Engine): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, { up: (db) => migration.up(db, engine) }]),
  );
}
