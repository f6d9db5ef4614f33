import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { type BenchProcess, startProcess } from './bench-process.ts';
import { cookieFrom } from './cookie.ts';
import type { Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import type { ClientReport, OpenStreams } from './stream-clients.ts';

const streams = 5_000;
const changes = 20;
const password = 'bench-administrator';

/**
 * Row e: latency and resource use of 5,000 live streams. They are administrator streams, which receive every change,
 * each with its own session, so that session checks are at their most expensive. RATE_LIMIT=off lifts the limit of
 * streams per account; everything else is as an operator starts it.
 */
export async function streamRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-streams-'));
  try {
    const cookies = await administratorsCookies(dataDir);
    // The first start fills the compile cache.
    await (await startProcess('scripts/start.ts', dataDir)).stop();
    const portal = await startProcess('scripts/start.ts', dataDir);
    const clients = fork('bench/stream-clients.ts', { serialization: 'advanced' });
    try {
      return await measure(portal, clients, cookies);
    } finally {
      clients.kill();
      await portal.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(portal: BenchProcess, clients: ChildProcess, cookies: string[]): Promise<Row[]> {
  const idle = await portal.memory();
  const port = Number(new URL(portal.url).port);
  clients.send({ port, path: '/api/admin/events', cookies } satisfies OpenStreams);
  const report = await nextReport(clients);
  if (!('opened' in report) || report.opened !== streams) throw new Error('not all streams opened');
  const held = await portal.markMemory();
  const member = await register(portal, clients);
  const delays: number[] = [];
  for (let turn = 0; turn < changes; turn += 1) {
    delays.push(...(await change(portal, clients, member, turn % 2 ? 'web' : 'ml')));
    // Shifts each change within the second, so that pings and session checks interfere at different points.
    await setTimeout(270);
  }
  return rowsOf({ idle, held, peak: await portal.peakMemory(), delays });
}

interface Measured {
  idle: number;
  held: number;
  peak: number;
  delays: number[];
}

function rowsOf({ idle, held, peak, delays }: Measured): Row[] {
  const each = ((held - idle) * 1000) / streams;
  return [
    {
      id: 'e1',
      what: `p99 of a change, from the request until it is at each of ${streams} live streams`,
      value: percentile(delays, 0.99),
      unit: 'ms',
      bound: { atMost: 500 },
      note: `median ${median(delays).toFixed(0)} ms, last ${percentile(delays, 1).toFixed(0)} ms`,
    },
    {
      id: 'e2',
      what: `memory with ${streams} streams, at its peak during ${changes} changes`,
      value: peak,
      unit: 'MB',
      bound: { atMost: 300 },
      note: `${held.toFixed(0)} MB before the changes: ${each.toFixed(0)} KB for each stream over ${idle.toFixed(0)} MB`,
    },
  ];
}

/** The delays of one change over all streams, in milliseconds. */
async function change(
  portal: BenchProcess,
  clients: ChildProcess,
  cookie: string,
  developmentTrack: string,
): Promise<number[]> {
  const everywhere = nextReport(clients);
  const sent = performance.timeOrigin + performance.now();
  const answer = await fetch(`${portal.url}/api/me/track`, {
    method: 'PUT',
    headers: { origin: portal.url, 'content-type': 'application/json', cookie },
    body: JSON.stringify({ developmentTrack }),
  });
  if (!answer.ok) throw new Error(`a change was answered with ${answer.status}`);
  const report = await everywhere;
  if (!('arrivals' in report)) throw new Error('no arrivals');
  return report.arrivals.map((at) => at - sent);
}

/** Throws if a stream was lost. */
async function nextReport(clients: ChildProcess): Promise<ClientReport> {
  const [report]: ClientReport[] = await once(clients, 'message');
  if (!report || 'lost' in report) throw new Error(report ? report.lost : 'nothing heard');
  return report;
}

/** Registers a member, and returns their cookie once all streams have received the change. */
async function register(portal: BenchProcess, clients: ChildProcess): Promise<string> {
  const everywhere = nextReport(clients);
  const cookie = await cookieFrom(`${portal.url}/api/register`, newRegistration());
  await everywhere;
  return cookie;
}

/** Inserts one session per stream into the database of a stopped portal, because signing in 5,000 times is slow. */
async function administratorsCookies(dataDir: string): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: password });
  const store = openStore({ dataDir });
  await migrate(store);
  await ensureAdministrator(store, config);
  const sessions = createSessions(store, config);
  const cookies = await store.db.transaction().execute(async (trx) => {
    const made: string[] = [];
    for (let count = 0; count < streams; count += 1) {
      made.push(sessions.cookieHeader(await sessions.create(trx, config.adminUid)));
    }
    return made;
  });
  await store.close();
  return cookies;
}
