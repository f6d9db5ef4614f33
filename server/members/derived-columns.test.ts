import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { addRecords, anyRecord, newRecord } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';
import { outdatedColumns, repairColumns } from './derived-columns.ts';

describeEachEngine('derived columns', (engine) => {
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
            const { uid: _uid, createdAt: _createdAt, email: _email, ...fields } = make(0);
            await write(store, target.uid, fields);
          }
          expect(await outdatedColumns(store.db)).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('that do not match the records are found, and can be repaired', async () => {
    const store = await openTestStore(engine);
    await addRecords(store, [newRecord({ uid: 'a' }), newRecord({ uid: 'b' })]);
    await store.db
      .updateTable('members')
      .set({ githubLink: 'https://github.com/a/b' })
      .where('uid', '=', 'a')
      .execute();
    await store.db.updateTable('members').set({ nameKey: '' }).where('uid', '=', 'b').execute();
    expect(await outdatedColumns(store.db)).toEqual([
      'member a has an outdated searchText',
      'member a has an outdated repository',
      'member b has an outdated nameKey',
    ]);
    await store.exclusiveTransaction(repairColumns);
    expect(await outdatedColumns(store.db)).toEqual([]);
    // As a release stored it that had fewer fields.
    const { searchText } = await store.db
      .selectFrom('members')
      .select('searchText')
      .where('uid', '=', 'b')
      .executeTakeFirstOrThrow();
    expect(searchText).toMatch(/\n\n/);
    await store.db
      .updateTable('members')
      .set({ searchText: searchText.replace(/\n\n/, '\n') })
      .where('uid', '=', 'b')
      .execute();
    expect(await outdatedColumns(store.db)).toEqual([]);
  });
});
