import { expect, it, vi } from 'vitest';
import { changeMember } from '#server/members/member-store.ts';
import type { Db, Store } from '#server/store/open.ts';
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

function after(db: Db, seq: number) {
  return db.selectFrom('changes').select(['seq', 'uid']).where('seq', '>', seq).orderBy('seq').execute();
}

describeEachEngine('the change log', (engine) => {
  it('is numbered in commit order: a change that becomes visible later has a higher number', async () => {
    const uids = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const stores = await openTwo(engine, uids);
    const [reader] = stores;
    let position = await latestSeq(reader.db);
    const first = position;
    const seen: number[] = [];
    async function readOn(): Promise<void> {
      for (const { seq } of await after(reader.db, position)) {
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

  it('tells watchers after a commit that appended, once for each thing, and after no other', async () => {
    const [store] = await openTwo(engine, ['a']);
    const told = vi.fn();
    await store.watchChanges(told);
    await store.transact((trx) => trx.selectFrom('members').select('uid').execute());
    const failed = write(store, 'a', '1', () => Promise.reject(new Error('on purpose')));
    await expect(failed).rejects.toThrow('on purpose');
    await store.transact(async (trx) => {
      for (const kind of ['profile-saved', 'undone', 'registered'] as const) {
        await trx.changes.append({ uid: 'a', actor: 'a', kind, at: new Date().toISOString(), fields: {} });
      }
      expect(told).not.toHaveBeenCalled();
    });
    await expect.poll(() => told.mock.calls).toHaveLength(2);
    expect(told.mock.calls.flat()).toEqual([
      { topic: 'account', uid: 'a' },
      { topic: 'record', uid: 'a' },
    ]);
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
  const rows = await after(other.db, 2);
  expect(rows.map(({ uid }) => uid)).toEqual(['a', 'b']);
});
