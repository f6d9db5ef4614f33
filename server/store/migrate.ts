import { type Migration, Migrator } from 'kysely/migration';
import * as accounts from './migrations/0001-accounts.ts';
import * as members from './migrations/0002-members.ts';
import * as forms from './migrations/0003-forms-and-limits.ts';
import * as mailOutbox from './migrations/0004-mail-outbox.ts';
import * as adminLists from './migrations/0005-admin-lists.ts';
import * as coveringLists from './migrations/0006-covering-lists.ts';
import * as linkOrder from './migrations/0007-link-order.ts';
import * as recovery from './migrations/0010-recovery.ts';
import type { Db, Engine, Store } from './open.ts';

/** A step of the schema, written once for both engines. Never edited after a release: add another. */
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
  '0010-recovery': recovery,
};

/** Brings the schema up to date: each migration once, all of them or none, also when several processes start together. */
export async function migrate(store: Store): Promise<void> {
  await store.exclusiveTransaction(async (trx) => {
    const { error } = await migratorOn(trx, store.engine).migrateToLatest();
    if (error) throw error;
  });
}

/** Which migrations there are, and which of them the database has had. */
export async function migrationState(store: Store): Promise<{ known: number; applied: string[] }> {
  const all = await migratorOn(store.db, store.engine).getMigrations();
  return {
    known: all.length,
    applied: all.filter(({ executedAt }) => executedAt).map(({ name }) => name),
  };
}

function migratorOn(db: Db, engine: Engine): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => bindToEngine(engine) } });
}

function bindToEngine(engine: Engine): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, { up: (db) => migration.up(db, engine) }]),
  );
}
