import { newRegistration } from '#tests/helpers/members.ts';
import { watchDelays } from './browser.ts';
import { load } from './load.ts';
import { withStreams } from './open-streams.ts';
import { administratorCookie, cookieFrom, send } from './portal.ts';
import { percentile, type Row } from './row.ts';

const dashboards = 2_000;
/** Each dashboard waits a random part of these milliseconds after the message before it fetches. */
const refetch = { path: '/api/me/messages', within: 5_000 };
const readsPerSecond = 100;
/** Seconds. */
const duration = 10;

/**
 * Measures others while a message reaches 2,000 open dashboards, which fetch it as pages do. The portal has one core;
 * the dashboards and the administrator's page share the machine. The bounds are those of rows c and k.
 */
export function messageRows(): Promise<Row[]> {
  return withStreams({ members: dashboards, refetch, oneCore: true }, async ({ portal: { url }, next }) => {
    const administrator = await administratorCookie(url);
    const reader = await cookieFrom(url, '/api/register', newRegistration());
    const page = await watchDelays(url);
    const began = Date.now();
    const read = { url: `${url}/api/me`, headers: { cookie: reader } };
    const reading = load({ ...read, duration, connections: 20, overallRate: readsPerSecond });
    const message = { text: 'Hi {name}, the room has changed.', filter: {}, email: false };
    const fetched = next();
    await send(url, administrator, 'POST', '/api/admin/messages', message);
    const { latency } = await reading;
    const delays = (await page.stop()).filter(({ at }) => at >= began).map(({ delay }) => delay);
    const last = Math.max(...(await fetched)) - began;
    const what = `while a message reaches ${dashboards} open dashboards`;
    const reads = `p99 of reads ${what}, ${readsPerSecond} a second for ${duration} s`;
    const shown = `slowest until the administrator's open page shows a change ${what}`;
    const note = `median ${latency.p50} ms; fetched by all after ${(last / 1_000).toFixed(1)} s`;
    const median = `median ${percentile(delays, 0.5).toFixed(0)} ms`;
    return [
      { id: 'message c', what: reads, value: latency.p99, unit: 'ms', bound: { atMost: 150 }, note },
      {
        id: 'message k',
        what: shown,
        value: percentile(delays, 1),
        unit: 'ms',
        bound: { atMost: 500 },
        note: median,
      },
    ];
  });
}
