import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { storeAt } from '#tests/helpers/engines.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { skipBecause } from '#tests/helpers/skip.ts';
import { openTwoPortals } from '#tests/helpers/test-portal.ts';
import type { TwoPortals } from '#tests/helpers/two-portals.ts';
import { findProgram, programMissing } from '../../scripts/system-packages.ts';
import { followBoth } from './faithful-reader.ts';
import { startHaproxy } from './haproxy.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';
import { startWriteLoad } from './write-load.ts';

/** Two processes on a PostgreSQL primary with a synchronous standby, behind HAProxy. */
const haproxy = findProgram('haproxy');
let pair: PostgresPair;
let two: TwoPortals;
let store: Store;

beforeAll(async () => {
  if (!haproxy) return;
  pair = await startPostgresPair();
  cleanUpAfterwards(pair.discard);
  const proxy = await startHaproxy(haproxy, pair.ports);
  cleanUpAfterwards(proxy.stop);
  two = await openTwoPortals(pair.url(proxy.port), { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
  store = storeAt(two.one);
});

it('nothing is acknowledged while the standby is stopped, reads go on, and then all of it is', async (context) => {
  if (!haproxy) return skipBecause(context, programMissing('haproxy'));
  const load = await startWriteLoad({ urls: [two.one.url, two.other.url], origin: two.origin });
  const member = await registerRemotely(two.one.url, two.origin);
  await load.untilAllWrite();
  await pair.signalStandby('SIGSTOP');
  // Writes that the standby has already confirmed are still acknowledged.
  let acknowledged = load.acknowledged();
  for (let before = -1; before !== acknowledged; acknowledged = load.acknowledged()) {
    before = acknowledged;
    await wait(1_000);
  }
  await wait(isLongRun ? 40_000 : 2_000);
  expect(load.acknowledged()).toBe(acknowledged);
  if (!isLongRun) expect((await member.send('GET', '/api/me')).status).toBe(200);
  await pair.signalStandby('SIGCONT');
  await load.untilAllWrite();
  await load.stop();
  expect(load.statusesBeside(503)).toEqual([]);
  if (isLongRun) expect(load.statuses.get(503)).toBeGreaterThan(0);
  await load.expectNothingLost(store);
});

it('a primary killed under load: writes resume, in a long run within 15 s of the promotion, nothing is lost, pages catch up', async (context) => {
  if (!haproxy) return skipBecause(context, programMissing('haproxy'));
  const readers = await followBoth(two, [two.one.url, two.other.url]);
  const load = await startWriteLoad({ urls: [two.one.url, two.other.url], origin: two.origin });
  for (let round = 0; round < 10; round += 1) await load.untilAllWrite();

  const killed = performance.now();
  await pair.killPrimary();
  await pair.promote();
  const promoted = performance.now();
  await load.untilAllWrite();
  const resumed = performance.now();
  tell(
    `writes resumed ${Math.round(resumed - promoted)} ms after the promotion, ${Math.round(resumed - killed)} ms after the loss`,
  );
  for (let round = 0; round < 10; round += 1) await load.untilAllWrite();
  await load.stop();

  if (isLongRun) expect(resumed - promoted).toBeLessThanOrEqual(15_000);
  expect(load.statusesBeside(503)).toEqual([]);
  await load.expectNothingLost(store);
  for (const reader of readers) await reader.expectUpToDate(store);
  // Both processes hold the new primary as well, so that restore and move refuse.
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock'`.execute(store.db);
    expect(rows).toHaveLength(2);
  }, 60_000);
});
