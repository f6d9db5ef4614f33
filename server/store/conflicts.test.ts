import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openTestStore } from '#tests/helpers/engines.ts';
import { isConflict, isUnavailable } from './database-errors.ts';
import type { Store, Trx } from './open.ts';
import { retrying } from './retry.ts';

async function putCounters(store: Store): Promise<void> {
  const rows = ['a', 'b'].map((key) => ({ key, points: 0, expire: null }));
  await store.db.insertInto('rate_limits').values(rows).execute();
}

async function addTo(trx: Trx, key: string): Promise<void> {
  await trx
    .updateTable('rate_limits')
    .set((is) => ({ points: is('points', '+', 1) }))
    .where('key', '=', key)
    .execute();
}

async function counters(store: Store): Promise<Record<string, number>> {
  const rows = await store.db.selectFrom('rate_limits').select(['key', 'points']).execute();
  return Object.fromEntries(rows.map(({ key, points }) => [key, points]));
}

/** A barrier: resolves once two callers have arrived; later calls do not wait. */
function barrierOfTwo(): () => Promise<void> {
  const met = Promise.withResolvers<void>();
  let came = 0;
  return () => {
    came += 1;
    if (came === 2) met.resolve();
    return met.promise;
  };
}

describe('two conflicting transactions on PostgreSQL', () => {
  it('both commit in the end after a deadlock', async () => {
    const store = await openTestStore('postgres');
    await putCounters(store);
    const bothHold = barrierOfTwo();
    let runs = 0;
    const add = (first: string, second: string) =>
      store.transact(async (trx) => {
        runs += 1;
        await addTo(trx, first);
        await bothHold();
        await addTo(trx, second);
      });
    await Promise.all([add('a', 'b'), add('b', 'a')]);
    expect(await counters(store)).toEqual({ a: 2, b: 2 });
    // The engine aborted one of them, which was retried.
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('both commit in the end after a serialisation failure', async () => {
    const store = await openTestStore('postgres');
    await putCounters(store);
    const bothHaveRead = barrierOfTwo();
    let runs = 0;
    const setToSum = (key: string) =>
      store.transact(async (trx) => {
        runs += 1;
        await sql`set transaction isolation level serializable`.execute(trx);
        const { sum } = await trx
          .selectFrom('rate_limits')
          .select((is) => is.fn.sum<string>('points').as('sum'))
          .executeTakeFirstOrThrow();
        await bothHaveRead();
        const points = Number(sum) + 1;
        await trx.updateTable('rate_limits').set({ points }).where('key', '=', key).execute();
      });
    await Promise.all([setToSum('a'), setToSum('b')]);
    // The result is as if they had run one after the other.
    expect(Object.values(await counters(store)).toSorted()).toEqual([1, 2]);
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});

describe('retrying', () => {
  const conflict = Object.assign(new Error('deadlock detected'), { code: '40P01' });

  it('gives up with an error that tells the caller to try later', async () => {
    const attempt = vi.fn().mockRejectedValue(conflict);
    await expect(retrying(attempt, isConflict)).rejects.toBe(conflict);
    expect(attempt).toHaveBeenCalledTimes(8);
    expect(isUnavailable(conflict)).toBe(true);
  });

  it('does not retry other errors', async () => {
    const attempt = vi.fn().mockRejectedValue(new Error('a bug'));
    await expect(retrying(attempt, isConflict)).rejects.toThrow('a bug');
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
