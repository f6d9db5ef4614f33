import { expect, it } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { describeEachEngine, freshDatabase, openTestStore } from '#tests/helpers/engines.ts';
import { startFreezingProxy } from '#tests/helpers/freezing-proxy.ts';
import { isUniqueViolation } from './database-errors.ts';
import { defer } from './defer.ts';
import { type Db, openStore, type Store } from './open.ts';

function put(db: Db, key: string): Promise<void> {
  return defer(db, db.insertInto('rate_limits').values({ key, points: 1, expire: null }));
}

async function keys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('rate_limits').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** The error of a transaction that puts the same key twice, and then does what `next` says. */
function errorOfTwice(store: Store, next: (trx: Db) => Promise<unknown>): Promise<unknown> {
  const putTwice = store.transact(async (trx) => {
    await put(trx, 'twice');
    await put(trx, 'twice');
    await next(trx);
  });
  return putTwice.then(
    () => null,
    (error: unknown) => error,
  );
}

describeEachEngine('a deferred statement', (engine) => {
  it('runs before the next one, and is kept or undone with its transaction', async () => {
    const store = await openTestStore(engine);
    const seen = await store.transact(async (trx) => {
      await put(trx, 'a');
      await put(trx, 'b');
      return keys(trx);
    });
    expect(seen).toEqual(['a', 'b']);
    await store.transact((trx) => put(trx, 'c'));
    const undone = store.transact(async (trx) => {
      await put(trx, 'd');
      throw new Error('undo it');
    });
    await expect(undone).rejects.toThrow('undo it');
    await put(store.db, 'outside');
    expect(await keys(store.db)).toEqual(['a', 'b', 'c', 'outside']);
  });

  it('that fails is the error of the transaction, whether a statement or the commit follows', async () => {
    const store = await openTestStore(engine);
    for (const next of [async () => {}, (trx: Db) => put(trx, 'other'), keys]) {
      expect(isUniqueViolation(await errorOfTwice(store, next))).toBe(true);
    }
    // The connections are usable, and nothing was kept.
    for (let round = 0; round < 12; round += 1) {
      await store.transact((trx) => put(trx, `later ${round}`));
    }
    expect(await keys(store.db)).toHaveLength(12);
  });
});

it('does not wait for PostgreSQL', async () => {
  const store = await openTestStore('postgres');
  const locked = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const first = store.transact(async (trx) => {
    await put(trx, 'same');
    // Until this row is committed, the other transaction's insert of the same key waits.
    await keys(trx);
    locked.resolve();
    await sent.promise;
    throw new Error('undo it');
  });
  await locked.promise;
  const second = store.transact(async (trx) => {
    await put(trx, 'same');
    sent.resolve();
  });
  await expect(first).rejects.toThrow('undo it');
  await second;
  expect(await keys(store.db)).toEqual(['same']);
});

it('lets a transaction begin without a response from PostgreSQL', async () => {
  const { databaseUrl = '' } = await freshDatabase('postgres');
  const url = new URL(databaseUrl);
  const proxy = await startFreezingProxy(Number(url.port));
  url.port = String(proxy.port);
  const store = openStore({ dataDir: '', databaseUrl: url.href });
  cleanUpAfterwards(() => store.close());
  await keys(store.db);
  proxy.freeze();
  const began = Promise.withResolvers<void>();
  const work = store.transact(async (trx) => {
    began.resolve();
    await keys(trx);
  });
  await began.promise;
  proxy.thaw();
  await expect(work).rejects.toThrow();
  // The broken connection is not used again.
  await store.transact((trx) => put(trx, 'later'));
  expect(await keys(store.db)).toEqual(['later']);
});
