import { expect, it } from 'vitest';
import { countRows } from '#server/store/count-rows.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { addSelected, releaseNow } from '#tests/helpers/results.ts';

const members = 1_000;

describeEachEngine(`a release to ${members} members`, (engine) => {
  it('is all or nothing, whichever statement is the last one before the portal loses its database', async () => {
    const fault: Fault = { before: null };
    const portal = await openTestApp(engine, { wrapStore: (store) => failingStore(store, fault) });
    const { db } = portal.store;
    const { administrator } = await addSelected(portal, members);
    const counts = async () => [
      await countRows(db.selectFrom('results')),
      await countRows(db.selectFrom('mail_outbox').where('topic', '=', 'result')),
      await countRows(db.selectFrom('changes').where('kind', '=', 'result-released')),
    ];

    let last = 1;
    for (fault.before = last; (await releaseNow(administrator)).status === 500; fault.before = last) {
      expect(await counts(), `before statement ${last}`).toEqual([0, 0, 0]);
      last += 1;
    }
    expect(last).toBeGreaterThan(5);
    expect(portal.takeErrors()).toHaveLength(last - 1);
    expect(await counts()).toEqual([members, members, members]);
  });
});
