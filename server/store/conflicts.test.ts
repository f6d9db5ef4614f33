import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { freshDatabase, openTestStore } from '#tests/helpers/engines.ts';
import { isConflict, isUnavailable } from './database-errors.ts';
import { openStore, type Store, type Trx } from './open.ts';
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

/** Answers a function that resolves once it was called by two; later calls do not wait. */
function meetingOfTwo(): () => Promise<void> {
  const met = Promise.withResolvers<void>();
  let came = 0;
  return () => {
    came += 1;
    if (came === 2) met.resolve();
    return met.promise;
  };
}

describe('two transactions of which PostgreSQL lets one pass', () => {
  it('both pass in the end where each waits for what the other holds', async () => {
    const store = await openTestStore('postgres');
    await putCounters(store);
    const bothHold = meetingOfTwo();
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
    // The engine ended one of them, which was run once more.
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('both pass in the end where neither would have read the same after the other', async () => {
    const store = await openTestStore('postgres');
    await putCounters(store);
    const bothHaveRead = meetingOfTwo();
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
    // As if one had come after the other.
    expect(Object.values(await counters(store)).toSorted()).toEqual([1, 2]);
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});

describe('retrying', () => {
  const conflict = Object.assign(new Error('deadlock detected'), { code: '40P01' });

  it('ends with the failure that would not pass, as one to be tried again later', async () => {
    const attempt = vi.fn().mockRejectedValue(conflict);
    await expect(retrying(attempt, isConflict)).rejects.toBe(conflict);
    expect(attempt).toHaveBeenCalledTimes(8);
    expect(isUnavailable(conflict)).toBe(true);
  });

  it('does not try again what failed for another reason', async () => {
    const attempt = vi.fn().mockRejectedValue(new Error('a bug'));
    await expect(retrying(attempt, isConflict)).rejects.toThrow('a bug');
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});

describe('a transaction on PostgreSQL', () => {
  it.each([
    ['directly', false],
    ['through a pooler', true],
  ])('has the time-outs of the portal (%s)', async (_name, pooled) => {
    const place = await freshDatabase('postgres');
    const listenUrl = pooled ? `${place.databaseUrl}?application_name=direct` : undefined;
    const store = openStore({ ...place, listenUrl });
    const limits = await store.transact(async (trx) => {
      const { rows } = await sql<{ statement: string; lock: string; idle: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(trx);
      return rows[0];
    });
    expect(limits).toEqual({ statement: '15s', lock: '5s', idle: '15s' });
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`.execute(store.db);
    // A pooler would refuse a connection that asks for it, or give it on to somebody else.
    expect(rows).toEqual([{ limit: pooled ? '0' : '15s' }]);
    await store.close();
  });
});
