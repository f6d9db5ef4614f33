import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestStore } from '#tests/helpers/engines.ts';
import { isUniqueViolation } from './database-errors.ts';
import type { Db } from './open.ts';

async function synchronousCommit(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{
    setting: string;
  }>`select current_setting('synchronous_commit') as setting`.execute(db);
  return rows[0]?.setting;
}

/** More at once than a process has connections, so that each has been used for a count before. */
function everyConnection<T>(work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 20 }, work));
}

it('PostgreSQL does not wait for the disk for a counter, and does for everything else', async () => {
  const store = await openTestStore('postgres');
  const count = (key: string) =>
    store.counters.insertInto('rate_limits').values({ key, points: 1, expire: null }).execute();
  await count('one');
  expect(new Set(await everyConnection(() => synchronousCommit(store.counters)))).toEqual(new Set(['off']));
  expect(new Set(await everyConnection(() => synchronousCommit(store.db)))).toEqual(new Set(['on']));
  const failures = await everyConnection(() => count('one').catch(isUniqueViolation));
  expect(new Set(failures)).toEqual(new Set([true]));
  // The connections are usable, in and outside of transactions, and wait for the disk.
  expect(new Set(await everyConnection(() => store.transact(synchronousCommit)))).toEqual(new Set(['on']));
  expect(new Set(await everyConnection(() => synchronousCommit(store.db)))).toEqual(new Set(['on']));
  await count('two');
  expect(await store.db.selectFrom('rate_limits').select('key').orderBy('key').execute()).toEqual([
    { key: 'one' },
    { key: 'two' },
  ]);
});
