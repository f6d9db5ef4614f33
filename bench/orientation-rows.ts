import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration } from '#tests/helpers/members.ts';
import { createDatabase } from '#tests/helpers/postgres-database.ts';
import { type BenchProcess, startProcess } from './bench-process.ts';
import { launchChromium } from './chromium.ts';
import { administratorCookie, cookieFrom } from './cookie.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { openLivePage, send, timeUntilShown } from './live-page.ts';
import type { Arrivals, StudentsReport } from './orientation-students.ts';
import type { Row } from './row.ts';
import { percentile } from './statistics.ts';

/** All come within `within` milliseconds. Bounds in milliseconds, for the p99 of the slowest step. */
const hours = [
  { students: 500, within: 60_000, bound: 300 },
  // One more registers to be watched: 2,000 is what one address may do in a quarter of an hour.
  { students: 1_999, within: 180_000, bound: 1_000 },
] as const;

/** Milliseconds between two changes that the administrator's page must show, and the bound for their p99. */
const changes = { pause: 500, bound: 500 };

/**
 * Row k: the orientation hour in a few minutes. Students on one campus address, with the limits on, beside an open page
 * of the administrator; on SQLite, and on PostgreSQL with two processes.
 */
export async function orientationRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const hour of hours) {
    rows.push(...(await onSqlite((portals) => hold('SQLite', hour, portals))));
    rows.push(...(await onPostgres((portals) => hold('PostgreSQL, two processes', hour, portals))));
  }
  return rows;
}

const limits = { RATE_LIMIT: 'on' };

async function onSqlite<T>(work: (portals: BenchProcess[]) => Promise<T>): Promise<T> {
  const portal = await startProcess('server/main.ts', undefined, limits);
  try {
    return await work([portal]);
  } finally {
    await portal.stop();
  }
}

async function onPostgres<T>(work: (portals: BenchProcess[]) => Promise<T>): Promise<T> {
  const postgres = await startDurablePostgres();
  const portals: BenchProcess[] = [];
  try {
    const { url } = await createDatabase(postgres.url);
    // A session created by one process must be valid in the other.
    const variables = { ...limits, DATABASE_URL: url, AUTH_SECRET: 'bench-bench-bench-bench-bench-bench' };
    for (let count = 0; count < 2; count += 1) {
      portals.push(await startProcess('server/main.ts', undefined, variables));
    }
    return await work(portals);
  } finally {
    for (const portal of portals) await portal.stop();
    await postgres.stop();
  }
}

async function hold(
  engine: string,
  { students, within, bound }: (typeof hours)[number],
  portals: BenchProcess[],
): Promise<Row[]> {
  const urls = portals.map(({ url }) => url);
  const watched = await openWatchedPage(urls);
  const crowd = fork('bench/orientation-students.ts', { serialization: 'advanced' });
  try {
    const reported: Promise<StudentsReport[]> = once(crowd, 'message');
    const watching = new AbortController();
    crowd.send({ urls, students, within } satisfies Arrivals);
    const [delays, [report]] = await Promise.all([
      watched.delaysUntil(watching.signal),
      reported.finally(() => watching.abort()),
    ]);
    if (!report) throw new Error('the students reported nothing');
    return rowsOf(`${students} students, ${engine}`, report, delays, bound);
  } finally {
    crowd.kill();
    await watched.close();
  }
}

const name = 'Noor Watched';

/** The administrator's open page with one member, whose record is changed again and again. */
async function openWatchedPage(urls: string[]) {
  const [first = '', last = first] = [urls[0], urls.at(-1)];
  const student = await cookieFrom(`${first}/api/register`, newRegistration({ fullName: name }));
  const browser = await launchChromium();
  const admin = await administratorCookie(last);
  const page = await openLivePage(browser, `${last}/admin?q=${encodeURIComponent(name)}`, admin);
  return {
    /** The milliseconds that each change needs until the page shows it. */
    async delaysUntil(signal: AbortSignal): Promise<number[]> {
      const delays: number[] = [];
      while (!signal.aborted) {
        const [developmentTrack, shown] =
          delays.length % 2 ? ['ml', 'Machine Learning'] : ['web', 'Web Development'];
        const change = () => send(first, student, 'PUT', '/api/me/track', { developmentTrack });
        delays.push(await timeUntilShown({ page, texts: [name, shown] }, change));
        await wait(changes.pause);
      }
      return delays;
    },
    close: () => browser.close(),
  };
}

function rowsOf(what: string, { times, errors }: StudentsReport, delays: number[], bound: number): Row[] {
  const steps = Object.entries(times).map(([step, all]) => ({
    step,
    p50: percentile(all, 0.5).toFixed(0),
    p99: percentile(all, 0.99),
  }));
  const note = steps.map(({ step, p50, p99 }) => `${step} ${p50} and ${p99.toFixed(0)}`).join(', ');
  return [
    {
      id: `k ${what}`,
      what: `${what}: p99 of the slowest step`,
      value: Math.max(...steps.map(({ p99 }) => p99)),
      unit: 'ms',
      bound: { atMost: bound },
      note: `p50 and p99: ${note}`,
    },
    {
      id: `k ${what}, errors`,
      what: `${what}: failed requests and lost streams`,
      value: errors.length,
      unit: 'errors',
      bound: { atMost: 0 },
      ...(errors[0] && { note: errors[0] }),
    },
    {
      id: `k ${what}, admin`,
      what: `${what}: p99 until the administrator's open page shows a change`,
      value: percentile(delays, 0.99),
      unit: 'ms',
      bound: { atMost: changes.bound },
      note: `median ${percentile(delays, 0.5).toFixed(0)} ms of ${delays.length}`,
    },
  ];
}
