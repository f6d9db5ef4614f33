import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { sharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { cleanUpAfterwards } from './clean-up.ts';
import { type DatabasePlace, describeEachEngine, freshDatabase, openTestStore } from './engines.ts';
import { addRecords, newRecord } from './made-records.ts';
import { createDatabase } from './postgres-database.ts';

async function rememberMessage(store: Store, message: string): Promise<void> {
  await store.db.insertInto('test_node').values({ id: 1, message, timestamp: '2026-09-01' }).execute();
}

async function messages(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('test_node').select('message').execute();
  return rows.map((row) => row.message);
}

describeEachEngine('a test store', (engine) => {
  it('runs on the requested engine', async () => {
    const store = await openTestStore(engine);
    await rememberMessage(store, 'here');
    expect(store.engine).toBe(engine);
    expect(await messages(store)).toEqual(['here']);
  });

  it('shares nothing with others, even if many are opened at once', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openTestStore(engine)));
    await Promise.all(stores.map((store, index) => rememberMessage(store, `store ${index}`)));
    for (const [index, store] of stores.entries()) expect(await messages(store)).toEqual([`store ${index}`]);
  });

  it('can start without a schema', async () => {
    const store = await openStore(await freshDatabase(engine, 'empty'));
    await expect(messages(store)).rejects.toThrow(/test_node/);
    await migrate(store);
    expect(await messages(store)).toEqual([]);
    await store.close();
  });
});

describe('a test store opened before the tests', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore('sqlite');
  });

  it.each(['first', 'second'])('is still open in the %s test', async () => {
    expect(await messages(store)).toEqual([]);
  });
});

describeEachEngine('a test database', (engine) => {
  let place: DatabasePlace;

  it('exists during the test', async () => {
    place = await freshDatabase(engine);
    expect(existsSync(place.dataDir)).toBe(true);
  });

  it('is removed after the test', async () => {
    expect(existsSync(place.dataDir)).toBe(false);
  });
});

describe('a PostgreSQL database that another test used', () => {
  const used: string[] = [];

  async function openAgain(): Promise<Store> {
    const place = await freshDatabase('postgres');
    used.push(place.databaseUrl ?? '');
    const store = openStore(place);
    cleanUpAfterwards(() => store.close());
    return store;
  }

  it('has rows and a connection during the test', async () => {
    const place = await freshDatabase('postgres');
    used.push(place.databaseUrl ?? '');
    const store = openStore(place);
    await addRecords(store, [newRecord(), newRecord()]);
    // It is open when the test ends, as after a test that failed.
    void store.db
      .transaction()
      .execute((trx) => sql`select pg_sleep(60)`.execute(trx))
      .catch(() => {})
      .finally(() => store.close());
  });

  it('is empty, and counts from the beginning', async () => {
    const store = await openAgain();
    expect(used[1]).toBe(used[0]);
    for (const { name } of await store.db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db);
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
    await addRecords(store, [newRecord()]);
    const { seq } = await store.db.selectFrom('changes').select('seq').executeTakeFirstOrThrow();
    expect(Number(seq)).toBe(1);
    await sql`alter table test_node rename to another`.execute(store.db);
    await sql`alter table another rename to test_node`.execute(store.db);
  });

  it('is not used again if its schema was changed', async () => {
    const store = await openAgain();
    expect(used[2]).not.toBe(used[1]);
    expect(await messages(store)).toEqual([]);
  });
});

describe('an address with a template', () => {
  const databases: Awaited<ReturnType<typeof createDatabase>>[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  it('gives each call a separate database', async () => {
    const url = (await sharedPostgres()).url;
    databases.push(await createDatabase(url), await createDatabase(url));
    expect(new Set(databases.map((database) => database.url)).size).toBe(2);
  });
});
