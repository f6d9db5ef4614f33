import { setTimeout as wait } from 'node:timers/promises';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { insertSession } from '#server/accounts/session-store.ts';
import { readConfig } from '#server/config/config.ts';
import { cookieName } from '#server/http/cookie-name.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { openEventStream } from './event-stream.ts';
import { administratorPassword, ask, cookieFrom, memberCookie, withData, withPortal } from './portal.ts';
import { percentile, type Row } from './row.ts';
import { openFeed } from './stream-feed.ts';

const streams = 2_000;
const changes = 20;

/**
 * Row e: latency and memory of 2,000 live streams. They are administrator streams, which receive every change, each
 * with its own session, so that session checks are at their most expensive.
 */
export function streamRows(): Promise<Row[]> {
  return withData(0, async (dataDir) => {
    const tokens = await administratorSessions(dataDir);
    return withPortal({ dataDir }, async ({ url, markMemory, peakMemory }) => {
      const name = cookieName('session', { https: false, portalUrl: url });
      const headers = { cookie: await cookieFrom(url, '/api/register', newRegistration()) };
      const feed = await openFeed(streams, (onChange, nth) =>
        openEventStream(`${url}/api/admin/events`, {
          headers: { cookie: `${name}=${tokens[nth]}` },
          onEvent: (event) => event.includes('event: change') && onChange(),
        }),
      );
      await markMemory();
      const delays: number[] = [];
      for (let turn = 0; turn < changes; turn += 1) {
        const body = { developmentTrack: turn % 2 ? 'web' : 'ml' };
        const choose = () => ask(url, { method: 'PUT', path: '/api/me/track', headers, body });
        delays.push(...(await feed.delaysOf(choose)));
        // Shifts each change within the second, so that pings and session checks interfere at different points.
        await wait(270);
      }
      const peak = await peakMemory();
      feed.close();
      const delay = `p99 of a change, from the request until it is at each of ${streams} live streams`;
      const memory = `memory with ${streams} streams, at its peak during ${changes} changes`;
      return [
        { id: 'e1', what: delay, value: percentile(delays, 0.99), unit: 'ms', bound: { atMost: 500 } },
        { id: 'e2', what: memory, value: peak, unit: 'MB', bound: { atMost: 250 } },
        await restartRow(),
      ];
    });
  });
}

/** The token of one session for each stream. Inserted, because signing in thousands of times is slow. */
async function administratorSessions(dataDir: string): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: administratorPassword });
  const store = openStore({ dataDir });
  await migrate(store);
  await ensureAdministrator(store, config);
  const tokens = await store.db.transaction().execute(async (trx) => {
    const made: string[] = [];
    while (made.length < streams) made.push(await insertSession(trx, config.adminUid));
    return made;
  });
  await store.close();
  return tokens;
}

const pages = 500;
/** A member's page waits up to this many milliseconds before it fetches (client/live/live.tsx). */
const spread = 2_000;

/** A restart with open pages, from the first response of the new process until every page has fetched its data. */
async function restartRow(): Promise<Row> {
  const portal = await startPortal({ env: { RATE_LIMIT: 'off', LOG_LEVEL: 'error' } });
  try {
    const cookie = await memberCookie(portal.url);
    const opened = Array.from({ length: pages }, () => openPage(portal.url, cookie));
    const current = (await Promise.all(opened)).map((page) => page.current());
    await portal.restart();
    const ready = performance.now();
    const times = await Promise.all(current);
    const what = `after a restart, until ${pages} open pages have fetched their data again`;
    return { id: 'e3', what, value: Math.max(...times) - ready, unit: 'ms', bound: { atMost: 5_000 } };
  } finally {
    await portal.discard();
  }
}

/** A page with its event stream. `current` resolves when it has lost the stream, reconnected and fetched its data. */
async function openPage(url: string, cookie: string) {
  const lost = Promise.withResolvers<void>();
  const follow = (onLost: () => void) =>
    openEventStream(`${url}/api/me/events`, { headers: { cookie }, onLost });
  const { first } = await follow(lost.resolve);
  const retry = Number(/retry: (\d+)/.exec(first)?.[1]);
  return {
    async current(): Promise<number> {
      await lost.promise;
      let isOpen = false;
      while (!isOpen) {
        await wait(retry);
        isOpen = await follow(() => {}).then(
          () => true,
          () => false,
        );
      }
      await wait(Math.random() * spread);
      await ask(url, { method: 'GET', path: '/api/me', headers: { cookie } });
      return performance.now();
    },
  };
}
