import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration } from '#tests/helpers/members.ts';
import { type BenchPortal, cookieFrom, send, withPortal } from './portal.ts';
import { median, percentile, type Row } from './row.ts';
import { insertSessions } from './sessions.ts';
import type { ClientReport, OpenStreams } from './stream-clients.ts';

const streams = 5_000;
const changes = 20;

/**
 * Row e: latency and memory of 5,000 live streams. They are administrator streams, which receive every change, each
 * with its own session, so that session checks are at their most expensive.
 */
export async function streamRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-streams-'));
  const clients = fork('bench/stream-clients.ts', { serialization: 'advanced' });
  /** Throws if a stream was lost. */
  const nextReport = async () => {
    const [report]: ClientReport[] = await once(clients, 'message');
    if (!report || 'lost' in report) throw new Error(report ? report.lost : 'nothing heard');
    return report;
  };
  try {
    const cookies = await insertSessions(dataDir, (_store, { adminUid }) =>
      Array<string>(streams).fill(adminUid),
    );
    return await withPortal({ script: 'scripts/start.ts', dataDir }, async (portal) => {
      const port = Number(new URL(portal.url).port);
      clients.send({ port, path: '/api/admin/events', cookies } satisfies OpenStreams);
      await nextReport();
      return await measure(portal, nextReport);
    });
  } finally {
    clients.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(portal: BenchPortal, nextReport: () => Promise<ClientReport>): Promise<Row[]> {
  const held = await portal.markMemory();
  const registered = nextReport();
  const cookie = await cookieFrom(`${portal.url}/api/register`, newRegistration());
  await registered;
  const delays: number[] = [];
  for (let turn = 0; turn < changes; turn += 1) {
    const everywhere = nextReport();
    const sent = performance.timeOrigin + performance.now();
    const developmentTrack = turn % 2 ? 'web' : 'ml';
    await send(portal.url, cookie, 'PUT', '/api/me/track', { developmentTrack });
    const report = await everywhere;
    if ('arrivals' in report) delays.push(...report.arrivals.map((at) => at - sent));
    // Shifts each change within the second, so that pings and session checks interfere at different points.
    await wait(270);
  }
  const note = `median ${median(delays).toFixed(0)} ms, last ${percentile(delays, 1).toFixed(0)} ms`;
  return [
    {
      id: 'e1',
      what: `p99 of a change, from the request until it is at each of ${streams} live streams`,
      value: percentile(delays, 0.99),
      unit: 'ms',
      bound: { atMost: 500 },
      note,
    },
    {
      id: 'e2',
      what: `memory with ${streams} streams, at its peak during ${changes} changes`,
      value: await portal.peakMemory(),
      unit: 'MB',
      bound: { atMost: 300 },
      note: `${held.toFixed(0)} MB before the changes`,
    },
  ];
}
