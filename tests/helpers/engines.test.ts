import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '#server/store/open.ts';
import { describeEachEngine, freshDatabase, openTestStore, storeAt } from './engines.ts';
import { addRecords, newRecord } from './made-records.ts';

async function messages({ db }: Store): Promise<string[]> {
  return (await db.selectFrom('test_node').select('message').execute()).map(({ message }) => message);
}

describeEachEngine('a test store', (engine) => {
  it('shares nothing with others, even if many are opened at once', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openTestStore(engine)));
    const remember = ({ db }: Store, message: string) =>
      db.insertInto('test_node').values({ id: 1, message, timestamp: '2026-09-01' }).execute();
    await Promise.all(stores.map((store, index) => remember(store, `store ${index}`)));
    for (const [index, store] of stores.entries()) expect(await messages(store)).toEqual([`store ${index}`]);
  });
});

describe('a PostgreSQL database that another test used', () => {
  const used: string[] = [];

  async function openAgain(): Promise<Store> {
    const place = await freshDatabase('postgres');
    used.push(place.databaseUrl ?? '');
    return storeAt(place);
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
