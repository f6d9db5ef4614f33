import { expect, it, vi } from 'vitest';
import { changesAfter } from '#server/live/change-feed.ts';
import { changeMember } from '#server/members/member-store.ts';
import type { Store } from '#server/store/open.ts';
import { describeEachEngine, freshDatabase, storeAt, type TestEngine } from '#tests/helpers/engines.ts';
import { writeOnceAvailable } from '#tests/helpers/live-portal.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { waitingWriters } from '#tests/helpers/waiting-writers.ts';
import { latestSeq } from './change-log.ts';

/** Stores of two processes on one database with these members. SQLite has only one writing process. */
async function openTwo(engine: TestEngine, uids: string[]) {
  const place = await freshDatabase(engine);
  const first = storeAt(place);
  const stores = [first, engine === 'postgres' ? storeAt(place) : first] as const;
  const records = uids.map((uid) => newRecord({ uid }));
  await addRecords(first, records);
  return stores;
}

function write(store: Store, uid: string, contactNumber: string, beforeCommit?: () => Promise<unknown>) {
  return store.transact(async (trx) => {
    const fields = { contactNumber };
    await changeMember(trx, { uid, actor: uid, kind: 'profile-saved', write: () => fields });
    await beforeCommit?.();
  });
}

describeEachEngine('the change log', (engine) => {
  it('is numbered in commit order: a reader that resumes after the last change it saw misses none', async () => {
    const uids = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const stores = await openTwo(engine, uids);
    const [reader] = stores;
    let position = await latestSeq(reader.db);
    const first = position;
    const seen: number[] = [];
    async function readOn(): Promise<void> {
      for (const { seq } of await changesAfter(reader.db, position, { limit: 1_000 })) {
        seen.push(seq);
        position = seq;
      }
    }
    let writing = true;
    const writes = Promise.all(
      uids.map(async (uid, index) => {
        const store = stores[index % 2] ?? reader;
        for (let round = 0; round < 5; round += 1)
          await writeOnceAvailable(() => write(store, uid, `${uid} ${round}`));
      }),
    ).finally(() => {
      writing = false;
    });
    while (writing) {
      await readOn();
      await new Promise(setImmediate);
    }
    await writes;
    await readOn();
    const all = reader.db.selectFrom('changes').select('seq').where('seq', '>', first).orderBy('seq');
    expect(seen).toEqual((await all.execute()).map(({ seq }) => seq));
    expect(seen).toHaveLength(100);
  });

  it('is read from one place to another', async () => {
    const [store] = await openTwo(engine, ['a', 'b']);
    const { db } = store;
    const start = await latestSeq(db);
    for (const [index, uid] of ['a', 'b', 'a'].entries()) await write(store, uid, String(index));
    const [first, second] = await changesAfter(db, start, { limit: 2 });
    expect([first?.uid, second?.uid]).toEqual(['a', 'b']);
    expect(await changesAfter(db, start, { limit: 10, upTo: second?.seq })).toEqual([first, second]);
  });

  it('wakes watchers after a commit that appended, and after no other', async () => {
    const [store] = await openTwo(engine, ['a']);
    const wake = vi.fn();
    const end = store.watchChanges(wake);
    if (engine === 'postgres') await expect.poll(() => wake).toHaveBeenCalledOnce();
    wake.mockClear();
    await store.transact((trx) => trx.selectFrom('members').select('uid').execute());
    const failed = write(store, 'a', '1', () => Promise.reject(new Error('on purpose')));
    await expect(failed).rejects.toThrow('on purpose');
    expect(wake).not.toHaveBeenCalled();
    await write(store, 'a', '2', async () => expect(wake).not.toHaveBeenCalled());
    expect(wake).toHaveBeenCalled();
    end();
    wake.mockClear();
    await write(store, 'a', '3');
    expect(wake).not.toHaveBeenCalled();
  });
});

it('a writer of another process on PostgreSQL waits for the previous writer to commit', async () => {
  const [one, other] = await openTwo('postgres', ['a', 'b']);
  const gate = Promise.withResolvers<void>();
  const inside = Promise.withResolvers<void>();
  const first = write(one, 'a', '1', async () => {
    inside.resolve();
    await gate.promise;
  });
  await inside.promise;
  const done = vi.fn();
  const second = write(other, 'b', '2').then(done);
  await expect.poll(() => waitingWriters(one.db)).toBe(1);
  expect(done).not.toHaveBeenCalled();
  expect(await latestSeq(one.db)).toBe(2);
  gate.resolve();
  await Promise.all([first, second]);
  const rows = await changesAfter(other.db, 2, { limit: 10 });
  expect(rows.map(({ uid }) => uid)).toEqual(['a', 'b']);
});
