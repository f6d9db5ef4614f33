import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration } from '#tests/helpers/members.ts';
import { administratorCookie, type BenchPortal, cookieFrom, send, withData, withPortal } from './portal.ts';
import { percentile, type Row } from './row.ts';
import { insertSessions } from './sessions.ts';
import type { ClientReport, OpenStreams } from './stream-clients.ts';
import { watchDelays } from './watch-delays.ts';

const dashboards = 2_000;
/** Milliseconds after the message, of which a dashboard waits a random part before it fetches. */
const spread = 5_000;
const measured = 10_000;
/** Milliseconds between two reads, whether the former one was answered or not. */
const pause = 10;

/**
 * Measures others while a message reaches 2,000 open dashboards, which fetch it as pages do. The portal has one core;
 * the dashboards and the administrator's page share the machine. The bounds are those of rows c and k.
 */
export function messageRows(): Promise<Row[]> {
  return withData(dashboards, async (dataDir) => {
    const cookies = await insertSessions(dataDir, async ({ db }) =>
      (await db.selectFrom('members').select('uid').execute()).map(({ uid }) => uid),
    );
    const clients = fork('bench/stream-clients.ts', { serialization: 'advanced' });
    /** Throws if a stream or a fetch failed. */
    const nextReport = async () => {
      const [report]: ClientReport[] = await once(clients, 'message');
      if (!report || 'lost' in report) throw new Error(report ? report.lost : 'nothing heard');
      return report;
    };
    try {
      return await withPortal({ script: 'scripts/start.ts', dataDir, core: 0 }, async (portal) => {
        const port = Number(new URL(portal.url).port);
        const refetch = { path: '/api/me/messages', within: spread };
        clients.send({ port, path: '/api/me/events', cookies, refetch } satisfies OpenStreams);
        await nextReport();
        return await measure(portal, nextReport);
      });
    } finally {
      clients.kill();
    }
  });
}

async function measure({ url }: BenchPortal, nextReport: () => Promise<ClientReport>): Promise<Row[]> {
  const administrator = await administratorCookie(url);
  const reader = await cookieFrom(`${url}/api/register`, newRegistration());
  const delays: number[] = [];
  const [stop, isOpen] = [new AbortController(), Promise.withResolvers<void>()];
  let isSent = false;
  const watched = watchDelays(url, stop.signal, (delay) => {
    isOpen.resolve();
    if (isSent) delays.push(delay);
  });
  await Promise.race([isOpen.promise, watched]);
  const fetched = nextReport();
  isSent = true;
  const began = performance.timeOrigin + performance.now();
  const reading = pacedReads(url, reader);
  const message = { text: 'Hi {name}, the room has changed.', filter: {}, email: false };
  await send(url, administrator, 'POST', '/api/admin/messages', message);
  const answered = performance.timeOrigin + performance.now() - began;
  const times = await reading;
  stop.abort();
  await watched;
  const report = await fetched;
  if (!('fetched' in report)) throw new Error('not every dashboard has fetched');
  const last = Math.max(...report.fetched) - began;
  const what = `while a message reaches ${dashboards} open dashboards`;
  return [
    {
      id: 'message c',
      what: `p99 of reads ${what}, ${1_000 / pause} a second for ${measured / 1_000} s`,
      value: percentile(times, 0.99),
      unit: 'ms',
      bound: { atMost: 150 },
      note: `median ${percentile(times, 0.5).toFixed(0)} ms, slowest ${percentile(times, 1).toFixed(0)} ms; sent within ${answered.toFixed(0)} ms, fetched by all after ${(last / 1_000).toFixed(1)} s`,
    },
    {
      id: 'message k',
      what: `slowest until the administrator's open page shows a change ${what}`,
      value: percentile(delays, 1),
      unit: 'ms',
      bound: { atMost: 500 },
      note: `median ${percentile(delays, 0.5).toFixed(0)} ms of ${delays.length}`,
    },
  ];
}

/** Reads one's own record at a steady pace. @returns the milliseconds that each read took */
async function pacedReads(url: string, cookie: string): Promise<number[]> {
  const reads: Promise<number>[] = [];
  for (const end = performance.now() + measured; performance.now() < end; await wait(pause)) {
    reads.push(timeOf(() => send(url, cookie, 'GET', '/api/me').then((answer) => answer.text())));
  }
  return Promise.all(reads);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
