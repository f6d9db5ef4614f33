import { expect, it } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { longestWait } from '#tests/helpers/longest-wait.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { addSelected, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import { holdBack } from './hold-back.ts';
import { makeRound, releaseIfDue } from './rounds.ts';

/** A store whose process dies in this transaction. */
function dyingStore(store: Store, last: number): Store {
  let begun = 0;
  const dying =
    (run: Store['transact']): Store['transact'] =>
    (work) => {
      begun += 1;
      return begun < last ? run(work) : Promise.reject(new Error('killed'));
    };
  return { ...store, transact: dying(store.transact), change: dying(store.change) };
}

describeEachEngine('a release to many', (engine) => {
  it('lets others read and write while members are told', async () => {
    const portal = await openTestApp(engine);
    const { administrator } = await addSelected(portal, 1_500);
    const { store } = portal;
    const writeAndRead = async () => {
      await store.transact((trx) => trx.deleteFrom('test_node').execute());
      await store.db.selectFrom('test_node').selectAll().execute();
    };
    const share = await longestWait(writeAndRead, async () => {
      expect((await releaseNow(administrator)).status).toBe(200);
    });
    expect(share).toBeLessThan(0.5);
    expect(await rowsOf(store, 'results')).toHaveLength(1_500);
  });

  it('is continued after its process died, and tells each member once', async () => {
    const portal = await openTestApp(engine);
    const { administrator } = await addSelected(portal, 250);
    const { store, deps } = portal;
    // The release itself and the first hundred members are committed.
    const dying = { ...deps, store: dyingStore(store, 3) };
    await makeRound(dying, 'sdc-admin', { all: true });
    expect(await rowsOf(store, 'results')).toHaveLength(100);
    const releasedAt = (await resultsOf(administrator)).rounds[0]?.releasedAt;
    expect(await Promise.all([releaseIfDue(deps), releaseIfDue(deps)])).toEqual([false, false]);
    const results = await rowsOf(store, 'results');
    expect(results).toHaveLength(250);
    expect(new Set(results.map((row) => row.releasedAt))).toEqual(new Set([releasedAt]));
    const told = (await rowsOf(store, 'changes')).filter(({ kind }) => kind === 'result-released');
    expect(new Set(told.map(({ uid }) => uid)).size).toBe(250);
    expect(told).toHaveLength(250);
    expect(await resultsOf(administrator)).toMatchObject({
      rounds: [{ left: 0, members: 250 }],
      emails: { total: 250 },
    });
  });

  it('that a backup cut off is completed by a restore, without its emails', async () => {
    const portal = await openTestApp(engine);
    await addSelected(portal, 120);
    const { store, deps } = portal;
    const dying = { ...deps, store: dyingStore(store, 2) };
    await makeRound(dying, 'sdc-admin', { all: true });
    expect(await holdBack(store)).toMatchObject({ release: null, emails: 120 });
    expect(await releaseIfDue(deps)).toBe(false);
    expect(await rowsOf(store, 'results')).toHaveLength(120);
    const states = (await rowsOf(store, 'mail_outbox')).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['stopped']));
  });
});
