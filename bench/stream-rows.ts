import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration } from '#tests/helpers/members.ts';
import { withStreams } from './open-streams.ts';
import { ask, cookieFrom } from './portal.ts';
import { percentile, type Row } from './row.ts';

const streams = 5_000;
const changes = 20;

/**
 * Row e: latency and memory of 5,000 live streams. They are administrator streams, which receive every change, each
 * with its own session, so that session checks are at their most expensive.
 */
export function streamRows(): Promise<Row[]> {
  return withStreams({ administrators: streams }, async ({ portal, next }) => {
    await portal.markMemory();
    const registered = next();
    const headers = { cookie: await cookieFrom(portal.url, '/api/register', newRegistration()) };
    await registered;
    const delays: number[] = [];
    for (let turn = 0; turn < changes; turn += 1) {
      const everywhere = next();
      const sent = performance.timeOrigin + performance.now();
      const body = { developmentTrack: turn % 2 ? 'web' : 'ml' };
      await ask(portal.url, { method: 'PUT', path: '/api/me/track', headers, body });
      delays.push(...(await everywhere).map((at) => at - sent));
      // Shifts each change within the second, so that pings and session checks interfere at different points.
      await wait(270);
    }
    const delay = `p99 of a change, from the request until it is at each of ${streams} live streams`;
    const memory = `memory with ${streams} streams, at its peak during ${changes} changes`;
    const peak = await portal.peakMemory();
    return [
      { id: 'e1', what: delay, value: percentile(delays, 0.99), unit: 'ms', bound: { atMost: 500 } },
      { id: 'e2', what: memory, value: peak, unit: 'MB', bound: { atMost: 300 } },
    ];
  });
}
