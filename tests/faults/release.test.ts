import { expect, it } from 'vitest';
import { releaseIfDue } from '#server/results/rounds.ts';
import { countRows } from '#server/store/count-rows.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { addSelected, releaseNow } from '#tests/helpers/results.ts';

const members = 1_000;

describeEachEngine(`a release to ${members} members`, (engine) => {
  it('is made or not, whichever statement fails, and then tells everybody, however often that is cut off', async () => {
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
    expect(last).toBeGreaterThan(3);
    expect(portal.takeErrors()).toHaveLength(last - 1);
    let told = 0;
    for (fault.before = 1; told < members; fault.before += 1) {
      await releaseIfDue(portal.deps).catch(() => {});
      const [results = 0, ...others] = await counts();
      expect(others, `before statement ${fault.before}`).toEqual([results, results]);
      expect(results).toBeGreaterThanOrEqual(told);
      told = results;
    }
    fault.before = null;
    await releaseIfDue(portal.deps);
    expect(await counts()).toEqual([members, members, members]);
  });
});
