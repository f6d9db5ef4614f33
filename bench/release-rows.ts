import { fork } from 'node:child_process';
import { once } from 'node:events';
import { launchChromium, openLivePage } from './browser.ts';
import { administratorCookie, send, withData, withPortal } from './portal.ts';
import type { Row } from './row.ts';
import { insertSessions } from './sessions.ts';
import type { ClientReport, OpenStreams } from './stream-clients.ts';

const members = 2_000;
/** Outcomes of one request. */
const piece = 500;
/** Milliseconds of which a page waits a random part before it fetches its result (client/lib/live-queries.ts). */
const within = 2_000;

/** A release to 2,000 members, all of whom have a page open, on the screens of the administrator and of one member. */
export function releaseRows(): Promise<Row[]> {
  return withData(members, async (dataDir) => {
    let uids: string[] = [];
    const [watched = '', ...cookies] = await insertSessions(dataDir, async ({ db }) => {
      uids = (await db.selectFrom('members').select('uid').execute()).map(({ uid }) => uid);
      return uids;
    });
    return withPortal({ script: 'scripts/start.ts', dataDir }, async ({ url }) => {
      const clients = fork('bench/stream-clients.ts', { serialization: 'advanced' });
      const browser = await launchChromium();
      try {
        const administrator = await administratorCookie(url);
        for (let start = 0; start < members; start += piece) {
          const body = { uids: uids.slice(start, start + piece), outcome: 'selected' };
          await send(url, administrator, 'PATCH', '/api/admin/outcomes', body);
        }
        const open = { port: Number(new URL(url).port), path: '/api/me/events', cookies };
        clients.send({ ...open, refetch: { path: '/api/me/result/panel', within } } satisfies OpenStreams);
        await once(clients, 'message');
        const dashboard = await openLivePage(browser, `${url}/dashboard`, watched);
        const page = await openLivePage(browser, `${url}/admin/results`, administrator);
        await page.getByRole('button', { name: 'Release now' }).click();
        const yes = page.getByRole('button', { name: 'Release them' });
        await yes.waitFor();
        const others = once(clients, 'message') as Promise<ClientReport[]>;
        const began = performance.timeOrigin + performance.now();
        const since = () => performance.timeOrigin + performance.now() - began;
        await yes.click();
        const [released, seen] = await Promise.all([
          page
            .getByText(/^Released on/)
            .waitFor()
            .then(since),
          dashboard.getByRole('region', { name: 'Result' }).waitFor().then(since),
        ]);
        const [report] = await others;
        if (!report || !('fetched' in report)) throw new Error('not every open page has fetched its result');
        const last = (Math.max(...report.fetched) - began) / 1_000;
        const row = { unit: 'ms', bound: { atMost: 5_000 } } as const;
        const what = `after the press on Release, with ${members} members whose pages are open`;
        return [
          {
            ...row,
            id: 'release page',
            what: `the administrator's page says that it is done, ${what}`,
            value: released,
          },
          {
            ...row,
            id: 'release member',
            what: `a member's open dashboard shows the result, ${what}`,
            value: seen,
            note: `all others have fetched theirs after ${last.toFixed(1)} s`,
          },
        ];
      } finally {
        clients.kill();
        await browser.close();
      }
    });
  });
}
