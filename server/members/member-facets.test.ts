import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { addRecords, anyRecord, newRecord } from '#tests/helpers/made-records.ts';
import { dropRecord } from '#tests/helpers/records.ts';
import { findCountFaults } from './member-facets.ts';
import { changeMember } from './member-store.ts';

async function everythingDerived(store: Store) {
  return {
    facets: await store.db.selectFrom('member_facets').selectAll().orderBy('facet').execute(),
    days: await store.db.selectFrom('registration_days').selectAll().orderBy('day').execute(),
    columns: await store.db
      .selectFrom('members')
      .select(['uid', 'nameKey', 'searchText', 'facet', 'repository'])
      .orderBy('uid')
      .execute(),
  };
}

describeEachEngine('derived columns and counts', (engine) => {
  it('match the records after any writes', async () => {
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
          expect(await findCountFaults(store.db)).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('no longer count a removed record', async () => {
    const store = await openTestStore(engine);
    await addRecords(store, [newRecord({ uid: 'a' }), newRecord({ uid: 'b' })]);
    await dropRecord(store, 'a');
    expect(await findCountFaults(store.db)).toEqual([]);
  });

  it('are not changed by a failing write', async () => {
    const store = await openTestStore(engine);
    await addRecords(store, [newRecord({ uid: 'a' })]);
    const kept = await everythingDerived(store);
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
    expect(await everythingDerived(store)).toEqual(kept);
  });

  it('that do not match the records are found', async () => {
    const store = await openTestStore(engine);
    await addRecords(store, [newRecord({ uid: 'a' }), newRecord({ uid: 'b', developmentTrack: 'ml' })]);
    await store.db.updateTable('members').set({ developmentTrack: 'game' }).where('uid', '=', 'a').execute();
    await store.db.updateTable('members').set({ searchText: '' }).where('uid', '=', 'b').execute();
    await store.db.updateTable('registration_days').set({ members: 3 }).execute();
    expect(await findCountFaults(store.db)).toEqual([
      'member a has an outdated facet',
      'member b has an outdated searchText',
      expect.stringMatching(/^none.* counts 1 members, there are 0$/),
      expect.stringMatching(/^game.* counts 0 members, there are 1$/),
      '2026-09-01 counts 3 members, there are 2',
    ]);
  });
});
