import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { storeAt } from '#tests/helpers/engines.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { type PostgresServer, startPostgres } from '#tests/helpers/postgres-server.ts';
import { startNginx } from '#tests/helpers/proxies.ts';
import { registerRemotely, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { skipBecause } from '#tests/helpers/skip.ts';
import { openTwoPortals } from '#tests/helpers/test-portal.ts';
import { type TwoPortals, trustCertificate } from '#tests/helpers/two-portals.ts';
import { findProgram, programMissing } from '../../scripts/system-packages.ts';
import { followBoth } from './faithful-reader.ts';
import { startWriteLoad } from './write-load.ts';

/** PostgreSQL, or one of two processes, stops under load. */
/** The longest recovery in ms; a machine that runs other tests beside it is slower. */
const longest = isLongRun ? 5_000 : 30_000;
let postgres: PostgresServer;
let two: TwoPortals;
let store: Store;

beforeAll(async () => {
  postgres = await startPostgres();
  cleanUpAfterwards(() => postgres.stop());
  two = await openTwoPortals(postgres.url, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
  store = storeAt(two.one);
});

// A test may have left a process that is still connecting again to the restarted database.
beforeEach(() => untilBothReady());

async function untilBothReady(): Promise<void> {
  await Promise.all([two.one.untilReady(), two.other.untilReady()]);
}

describe('PostgreSQL restarted under load', () => {
  it('causes only 503 responses, for a short time, and loses no acknowledged write and no event', async () => {
    const readers = await followBoth(two, [two.one.url, two.other.url]);
    const load = await startWriteLoad({ urls: [two.one.url, two.other.url], origin: two.origin });
    const recoveries: number[] = [];
    // Measured again if the machine paused for a moment.
    for (let round = 0; round < 4 && !recoveries.some((time) => time <= longest); round += 1) {
      await load.untilAllWrite();
      await postgres.restart();
      recoveries.push(await load.untilAllWrite());
    }
    await load.stop();
    expect(Math.min(...recoveries)).toBeLessThanOrEqual(longest);
    expect(load.statusesBeside(503)).toEqual([]);
    expect(load.statuses.get(503)).toBeGreaterThan(0);
    await load.expectNothingLost(store);
    for (const reader of readers) await reader.expectUpToDate(store);
  });

  it('while it is down, the API responds with 503 and pages still open', async () => {
    const member = await registerRemotely(two.one.url, two.origin);
    await postgres.restart(async () => {
      for (const { url } of [two.one, two.other]) {
        const there = member.at(url);
        for (const path of ['/api/me', '/api/ready']) {
          expect(await there.send('GET', path)).toMatchObject({
            status: 503,
            body: { code: 'UNAVAILABLE' },
          });
        }
        expect((await there.send('GET', '/api/health')).status).toBe(200);
        expect((await there.send('GET', '/about')).status).toBe(200);
      }
    });
    await untilBothReady();
    expect((await member.send('GET', '/api/me')).status).toBe(200);
  });
});

it('one of two processes, killed under load, leaves the other to serve all, behind the proxy, with nothing lost and every event brought', async (context) => {
  const nginx = findProgram('nginx');
  if (!nginx) return skipBecause(context, programMissing('nginx'));
  const proxy = await startNginx(nginx, { portalPorts: two.ports, port: two.port });
  cleanUpAfterwards(proxy.stop);
  await trustCertificate(proxy);
  // Each process has one of the two, or one process has both.
  const readers = await followBoth(two, [two.origin, two.origin]);
  const load = await startWriteLoad({ urls: [two.origin], origin: two.origin });
  await load.untilAllWrite();
  await two.one.kill9();
  // Current requests are cut off; from the next response on, all are served.
  await load.untilAllWrite();
  const before = new Map(load.statuses);
  for (let round = 0; round < 10; round += 1) await load.untilAllWrite();
  const since = [...load.statuses].filter(([status, count]) => count > (before.get(status) ?? 0));
  expect(since.map(([status]) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);

  const visitor = remoteVisitor(two.origin);
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await visitor.send('GET', '/api/session')).status).toBe(200);
  }
  // The process returns and shares the load again.
  await two.one.restart();
  await load.untilAllWrite();
  await load.stop();
  await load.expectNothingLost(store);
  for (const reader of readers) await reader.expectUpToDate(store);
});
