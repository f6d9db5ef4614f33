import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeKills } from '#tests/helpers/engines.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import { makeCorrectionsDue } from '#tests/helpers/results.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';

const members = isLongRun ? 2_000 : 300;
const kills = isLongRun ? 10 : 2;
/** Ends a test that hangs, in milliseconds. */
const timeout = isLongRun ? 600_000 : 120_000;

const past = '2026-01-01T00:00:00.000Z';

describeKills('decisions about members', 'sqlite', (engine) => {
  it('reach each of them once over kill -9 in a round, in a lapse and in the grace of a correction', {
    timeout,
  }, async () => {
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
    const administrator = await administratorRemotely(portal, portal.url);
    const uids = Array.from({ length: members }, (_, index) => `m${index}`);
    await withStore(portal, (store) =>
      addRecords(
        store,
        uids.map((uid) => newRecord({ uid })),
      ),
    );
    for (let from = 0; from < members; from += 500) {
      const body = { uids: uids.slice(from, from + 500), outcome: 'selected' };
      expect((await administrator.send('PATCH', '/api/admin/outcomes', body)).status).toBe(200);
    }

    // The release was acknowledged or not; as long as nothing of it is there, it is sent again.
    const release = () =>
      administrator.send('POST', '/api/admin/results/rounds', { all: true, answerBy: 5 }).catch(() => null);
    for (let kill = 1; kill <= kills; kill += 1) {
      const sent = release();
      await killAfter(portal, Math.random() * 150);
      await sent;
    }
    await release();
    await expect.poll(() => count(portal, 'result-released'), { timeout }).toBe(members);
    expect(await withStore(portal, (store) => rowsOf(store, 'rounds'))).toHaveLength(1);
    expect(await withStore(portal, (store) => rowsOf(store, 'results'))).toHaveLength(members);

    await withStore(portal, async ({ db }) => {
      await db.updateTable('results').set({ answerUntil: past }).execute();
    });
    for (let kill = 1; kill <= kills; kill += 1) await killAfter(portal, 500 + Math.random() * 200);
    await expect.poll(() => count(portal, 'place-answered'), { timeout }).toBe(members);
    const results = await withStore(portal, (store) => rowsOf(store, 'results'));
    expect(new Set(results.map(({ answer }) => answer))).toEqual(new Set(['lapsed']));

    for (const topic of ['result', 'result:place'])
      expect(await mailed(portal, topic)).toEqual(uids.toSorted());

    const correction = { outcome: 'not-selected', reason: 'Two members were confused' };
    const path = '/api/admin/results/m0/correction';
    expect((await administrator.send('POST', path, correction)).status).toBe(200);
    await killAfter(portal, 0);
    expect(await outcomeOf(portal, 'm0')).toBe('selected');
    await withStore(portal, (store) => makeCorrectionsDue({ store }));
    await killAfter(portal, 500 + Math.random() * 200);
    await expect.poll(() => outcomeOf(portal, 'm0'), { timeout }).toBe('not-selected');
    expect(await count(portal, 'result-corrected')).toBe(1);
  });
});

/** Kills the portal this many milliseconds later, and starts it again. */
async function killAfter(portal: Portal, time: number): Promise<void> {
  await sleep(time);
  await portal.kill9();
  await portal.restart();
}

async function count(portal: Portal, kind: string): Promise<number> {
  const changes = await withStore(portal, (store) => rowsOf(store, 'changes'));
  return changes.filter((change) => change.kind === kind).length;
}

/** The members who get an email of this kind, in order. */
async function mailed(portal: Portal, topic: string): Promise<(string | null)[]> {
  const mails = await withStore(portal, (store) => rowsOf(store, 'mail_outbox'));
  return mails
    .filter((mail) => mail.topic === topic)
    .map(({ uid }) => uid)
    .toSorted();
}

async function outcomeOf(portal: Portal, uid: string): Promise<string | null | undefined> {
  const results = await withStore(portal, (store) => rowsOf(store, 'results'));
  return results.find((result) => result.uid === uid)?.outcome;
}
