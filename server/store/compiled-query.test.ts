import { expect, it } from 'vitest';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { compiledQuery } from './compiled-query.ts';
import type { Db } from './open.ts';

const pointsOf = compiledQuery((db) => db.selectFrom('rate_limits').select('points').where('key', '=', ''));

async function put(db: Db, points: number): Promise<void> {
  await db.deleteFrom('rate_limits').execute();
  await db.insertInto('rate_limits').values({ key: 'one', points, expire: null }).execute();
}

describeEachEngine('a compiled query', (engine) => {
  it('reads what is committed, and in a transaction what that has written', async () => {
    const store = await openTestStore(engine);
    await put(store.db, 1);
    expect(await pointsOf(store.db, ['one'])).toEqual([{ points: 1 }]);
    expect(await pointsOf(store.db, ['other'])).toEqual([]);
    const inside = await store.transact(async (trx) => {
      await put(trx, 2);
      return pointsOf(trx, ['one']);
    });
    expect(inside).toEqual([{ points: 2 }]);
    expect(await pointsOf(store.db, ['one'])).toEqual([{ points: 2 }]);
  });

  it('does not read what an open transaction has written', async () => {
    const store = await openTestStore(engine);
    await put(store.db, 1);
    const written = Promise.withResolvers<void>();
    const end = Promise.withResolvers<never>();
    const transaction = store.transact(async (trx) => {
      await put(trx, 2);
      written.resolve();
      await end.promise;
    });
    await written.promise;
    const read = pointsOf(store.db, ['one']);
    end.reject(new Error('undo it'));
    await expect(transaction).rejects.toThrow('undo it');
    expect(await read).toEqual([{ points: 1 }]);
  });
});
