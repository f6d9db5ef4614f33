import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { addRecords, anyRecord, newRecord } from '#tests/helpers/made-records.ts';
import { memberIndexFaults, rebuildMemberIndex } from './member-index.ts';
import { changeMember } from './member-store.ts';

async function everyIndexRow(store: Store) {
  return {
    terms: await store.db.selectFrom('member_terms').selectAll().orderBy('entry').execute(),
    counts: await store.db
      .selectFrom('member_counts')
      .selectAll()
      .where('members', '!=', 0)
      .orderBy('cohort')
      .execute(),
    days: await store.db.selectFrom('registration_days').selectAll().orderBy('day').execute(),
    columns: await store.db
      .selectFrom('members')
      .select(['uid', 'nameKey', 'searchText', 'cohort'])
      .orderBy('uid')
      .execute(),
  };
}

describeEachEngine('terms and counts', (engine) => {
  it('agree with the records after any writes, and with what a rebuild makes of them', async () => {
    const store = await openTestStore(engine);
    let made = 0;
    const writes = fc.array(fc.tuple(fc.nat(), anyRecord), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { minLength: 1, maxLength: 8 }),
        writes,
        async (records, changes) => {
          const added = records.map((make) => make(made++));
          await addRecords(store, added);
          for (const [index, make] of changes) {
            const target = added[index % added.length];
            if (!target) continue;
            const { uid: _uid, createdAt: _createdAt, email: _email, ...write } = make(0);
            const change = {
              uid: target.uid,
              actor: target.uid,
              kind: 'profile-saved',
              write: () => write,
            } as const;
            await store.transact((trx) => changeMember(trx, change));
          }
          expect(await memberIndexFaults(store.db)).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
    const kept = await everyIndexRow(store);
    await store.transact((trx) => rebuildMemberIndex(trx));
    expect(await everyIndexRow(store)).toEqual(kept);
  });

  it('are not touched by a write that fails', async () => {
    const store = await openTestStore(engine);
    await addRecords(store, [newRecord({ uid: 'a' })]);
    const kept = await everyIndexRow(store);
    const failing = store.transact(async (trx) => {
      await changeMember(trx, {
        uid: 'a',
        actor: 'a',
        kind: 'track-selected',
        write: () => ({ developmentTrack: 'web', fullName: 'Somebody Else' }),
      });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await everyIndexRow(store)).toEqual(kept);
  });

  it('that do not agree with the records are found', async () => {
    const store = await openTestStore(engine);
    await addRecords(store, [newRecord({ uid: 'a' }), newRecord({ uid: 'b', developmentTrack: 'ml' })]);
    await store.db.updateTable('members').set({ developmentTrack: 'game' }).where('uid', '=', 'a').execute();
    await store.db.deleteFrom('member_terms').where('uid', '=', 'b').execute();
    await store.db.updateTable('registration_days').set({ members: 3 }).execute();
    expect(await memberIndexFaults(store.db)).toEqual([
      expect.stringMatching(/^none.* counts 1 members, there are 0$/),
      '2026-09-01 counts 3 members, there are 2',
      expect.stringMatching(/^game.* is not counted$/),
      expect.stringMatching(/search terms are kept/),
    ]);
  });
});
