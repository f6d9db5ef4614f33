import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { type Engine, openStore, type Store, type StoreOptions } from '#server/store/open.ts';
import { cleanUpAfterwards } from './clean-up.ts';
import { takeDatabase } from './database-pool.ts';
import { isLongRun } from './long-run.ts';
import { createDatabase } from './postgres-database.ts';
import { sharedPostgres } from './shared-postgres.ts';

export type TestEngine = Engine;
export const testEngines: readonly TestEngine[] = ['sqlite', 'postgres'];

/** Where a store's data is, as `openStore` takes it. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** Runs a suite on each engine. */
export function describeEachEngine(name: string, suite: (engine: TestEngine) => void): void {
  describe.each(testEngines)(`${name} (%s)`, suite);
}

/** Runs a suite of programs that are killed on one engine, and in the long run on each. */
export function describeKills(name: string, short: TestEngine, suite: (engine: TestEngine) => void): void {
  describe.each(isLongRun ? testEngines : [short])(`${name} (%s)`, suite);
}

/** An empty migrated store, closed and removed when the test, or otherwise its file, ends. */
export async function openTestStore(engine: TestEngine): Promise<Store> {
  return storeAt(await freshDatabase(engine));
}

/** A store of an existing database, closed when the test, or otherwise its file, ends. */
export function storeAt(place: StoreOptions): Store {
  const store = openStore(place);
  cleanUpAfterwards(() => store.close());
  return store;
}

/**
 * A database that no other test uses until this test, or otherwise its file, ends. By default it has the current schema;
 * it can also be `empty`. For tests that open it themselves.
 */
export async function freshDatabase(
  engine: TestEngine,
  content: 'migrated' | 'empty' = 'migrated',
): Promise<DatabasePlace> {
  const dataDir = await mkdtemp(join(inject('databaseFolder'), `${engine}-`));
  cleanUpAfterwards(() => rm(dataDir, { recursive: true, force: true }));
  if (engine === 'sqlite') {
    if (content === 'migrated') await cp(inject('sqliteTemplate'), dataDir, { recursive: true });
    return { dataDir, databaseUrl: undefined };
  }
  return { dataDir, databaseUrl: await postgresDatabase(content) };
}

async function postgresDatabase(content: 'migrated' | 'empty'): Promise<string> {
  const { url: server, template } = await sharedPostgres();
  if (content === 'empty') {
    const database = await createDatabase(server);
    cleanUpAfterwards(database.drop);
    return database.url;
  }
  const database = await takeDatabase(server, template);
  cleanUpAfterwards(database.giveBack);
  return database.url;
}
