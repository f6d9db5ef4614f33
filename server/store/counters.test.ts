import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { isUniqueViolation } from './database-errors.ts';
import type { Db } from './open.ts';

/** How each engine shows whether a commit waits for the disk. */
const commits = {
  sqlite: { setting: sql<object>`pragma synchronous`, waiting: 2, unflushed: 1 },
  postgres: { setting: sql<object>`show synchronous_commit`, waiting: 'on', unflushed: 'off' },
};

/** More at the same time than a process has connections, so that each has been used for a count before. */
async function onEveryConnection<T>(work: () => Promise<T>): Promise<Set<T>> {
  return new Set(await Promise.all(Array.from({ length: 20 }, work)));
}

describeEachEngine('a counter', (engine) => {
  it('does not wait for the disk, whether it succeeds or fails, and everything else does', async () => {
    const store = await openTestStore(engine);
    const { setting, waiting, unflushed } = commits[engine];
    const shown = async (db: Db) => Object.values((await setting.execute(db)).rows[0] ?? {})[0];
    const count = (key: string) =>
      store.counters.insertInto('rate_limits').values({ key, points: 1, expire: null }).execute();
    await count('one');
    expect(await onEveryConnection(() => shown(store.counters))).toEqual(new Set([unflushed]));
    expect(await onEveryConnection(() => shown(store.db))).toEqual(new Set([waiting]));
    const failures = await onEveryConnection(() => count('one').catch(isUniqueViolation));
    expect(failures).toEqual(new Set([true]));
    // The connections are usable, in and outside of transactions, and wait for the disk.
    expect(await onEveryConnection(() => store.transact(shown))).toEqual(new Set([waiting]));
    expect(await onEveryConnection(() => shown(store.db))).toEqual(new Set([waiting]));
    await count('two');
    const counted = await store.db.selectFrom('rate_limits').select('key').orderBy('key').execute();
    expect(counted).toEqual([{ key: 'one' }, { key: 'two' }]);
  });
});
