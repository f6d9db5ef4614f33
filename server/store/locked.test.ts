import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { databaseFile } from './database-file.ts';
import { createMutex } from './mutex.ts';
import type { Store } from './open.ts';

function remember(store: Store, key: string): Promise<unknown> {
  return store.db.insertInto('rate_limits').values({ key, points: 1, expire: null }).execute();
}

async function keys(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('rate_limits').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** A store, and another process's connection that holds the write lock. */
async function openLocked(lockTimeout = 60_000) {
  const place = await freshDatabase('sqlite');
  const store = storeAt({ ...place, lockTimeout });
  const other = new DatabaseSync(databaseFile(place.dataDir));
  cleanUpAfterwards(async () => other.close());
  other.exec('begin immediate');
  return { store, other };
}

it('a writer waits for another process’s lock, and a reader does not', async () => {
  const { store, other } = await openLocked();
  const written = vi.fn();
  const writing = [
    remember(store, 'alone'),
    store.transact((trx) => remember({ ...store, db: trx }, 'in a transaction')),
    store.exclusiveTransaction((trx) => remember({ ...store, db: trx }, 'in an exclusiveTransaction')),
  ].map((write) => write.then(written));
  // Many reads and turns of the event loop, all of which would have to wait for the lock.
  for (let round = 0; round < 50; round += 1) {
    expect(await keys(store)).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written).not.toHaveBeenCalled();
  other.exec('rollback');
  await Promise.all(writing);
  expect(await keys(store)).toEqual(['alone', 'in a transaction', 'in an exclusiveTransaction']);
});

it('an exclusive transaction waits for a longer lock than a request does', async () => {
  const { store, other } = await openLocked(1);
  await expect(remember(store, 'request')).rejects.toThrow(/locked/);
  let began = false;
  const migration = store.exclusiveTransaction(async (trx) => {
    began = true;
    await remember({ ...store, db: trx }, 'migration');
  });
  // Each of these gives up, as the migration would if it waited no longer than they do.
  for (let round = 0; round < 3; round += 1)
    await expect(remember(store, 'request')).rejects.toThrow(/locked/);
  expect(began).toBe(false);
  other.exec('rollback');
  await migration;
  expect(await keys(store)).toEqual(['migration']);
});

it('a waiting statement does not run inside another caller’s transaction', async () => {
  const { store, other } = await openLocked();
  const looks = vi.spyOn(performance, 'now');
  const waiting = remember(store, 'waited');
  // It has met the lock so often that its pauses are long, and is in one of them.
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(8);
  other.exec('rollback');
  await store
    .exclusiveTransaction(async (trx) => {
      await remember({ ...store, db: trx }, 'undone');
      // Longer than any pause before the next try.
      await new Promise((resolve) => setTimeout(resolve, 60));
      await sql`select 1`.execute(trx);
      throw new Error('undo it');
    })
    .catch(() => {});
  await waiting;
  expect(await keys(store)).toEqual(['waited']);
});

it('a statement gives up a lock after the whole time, and the next lock gets all of it again', async () => {
  const { store, other } = await openLocked(1_000);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  /** Resolves when the waiting statement has looked at the clock. */
  const looked = async () => {
    const before = now.mock.calls.length;
    await expect.poll(() => now.mock.calls.length).toBeGreaterThan(before);
  };
  const first = remember(store, 'first');
  await looked();
  now.mockReturnValue(900);
  await looked();
  other.exec('rollback');
  await first;

  other.exec('begin immediate');
  now.mockReturnValue(1_100);
  const second = remember(store, 'second').catch((error: unknown) => error);
  await looked();
  now.mockReturnValue(2_000);
  await looked();
  other.exec('rollback');
  await second;
  expect(await keys(store)).toEqual(['first', 'second']);

  other.exec('begin immediate');
  const third = remember(store, 'third');
  // Asked immediately for the error: it may come before the next line.
  const refused = expect(third).rejects.toThrow(/locked/);
  await looked();
  now.mockReturnValue(2_900);
  await looked();
  now.mockReturnValue(3_001);
  await refused;
});

it('gives the mutex to one holder at a time, in order', async () => {
  const mutex = createMutex();
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    [1, 2, 3, 4].map(async (one) => {
      await mutex.acquire();
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(one);
      inside -= 1;
      mutex.release();
    }),
  );
  expect(order).toEqual([1, 2, 3, 4]);
});
