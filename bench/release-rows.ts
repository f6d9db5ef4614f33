import { openLivePage, withChromium } from './browser.ts';
import { withStreams } from './open-streams.ts';
import { administratorCookie, ask } from './portal.ts';
import type { Row } from './row.ts';

const members = 2_000;
/** Outcomes of one request. */
const piece = 500;
/** Each page waits a random part of these milliseconds before it fetches its result (client/live/live.tsx). */
const refetch = { path: '/api/me/result/panel', within: 2_000 };

/** A release to 2,000 members, all of whom have a page open, on the screens of the administrator and of one member. */
export function releaseRows(): Promise<Row[]> {
  return withStreams({ members, refetch }, ({ portal: { url }, uids, cookies: [watched = ''], next }) =>
    withChromium(async (browser) => {
      const administrator = await administratorCookie(url);
      const headers = { cookie: administrator };
      for (let start = 0; start < members; start += piece) {
        const body = { uids: uids.slice(start, start + piece), outcome: 'selected' };
        await ask(url, { method: 'PATCH', path: '/api/admin/outcomes', headers, body });
      }
      const dashboard = await openLivePage(browser, `${url}/dashboard`, watched);
      const page = await openLivePage(browser, `${url}/admin/results`, administrator);
      await page.getByRole('button', { name: 'Release now' }).click();
      const yes = page.getByRole('button', { name: 'Release them' });
      await yes.waitFor();
      const others = next();
      const began = Date.now();
      const since = () => Date.now() - began;
      await yes.click();
      const released = page.getByText(/^Released on/).waitFor();
      const seen = dashboard.getByRole('region', { name: 'Result' }).waitFor();
      const times = await Promise.all([released.then(since), seen.then(since)]);
      const last = (Math.max(...(await others)) - began) / 1_000;
      const row = { unit: 'ms', bound: { atMost: 5_000 }, note: `fetched by all after ${last.toFixed(1)} s` };
      const what = `after the press on Release, with ${members} members whose pages are open`;
      const done = `the administrator's page says that it is done, ${what}`;
      const shown = `a member's open dashboard shows the result, ${what}`;
      return [
        { id: 'release page', what: done, value: times[0], ...row },
        { id: 'release member', what: shown, value: times[1], ...row },
      ];
    }),
  );
}
