import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Arrivals, StudentsReport } from './orientation-students.ts';
import { withPortal } from './portal.ts';
import { percentile, type Row } from './row.ts';
import { watchDelays } from './watch-delays.ts';

/** All come within `within` milliseconds. Bounds in milliseconds, for the p99 of the slowest step. */
const hours = [
  { students: 500, within: 60_000, bound: 300 },
  // One more registers to be watched: 2,000 is what one address may do in a quarter of an hour.
  { students: 1_999, within: 180_000, bound: 1_000 },
];

/**
 * Row k: the orientation hour in a few minutes. Students on one campus address, with the limits on, beside an open page
 * of the administrator. The portal has one core.
 */
export async function orientationRows(): Promise<Row[]> {
  const rows: Row[] = [];
  const options = { script: 'scripts/start.ts', variables: { RATE_LIMIT: 'on' }, core: 0 } as const;
  for (const { students, within, bound } of hours) {
    rows.push(
      ...(await withPortal(options, async ({ url, peakMemory }) => {
        const watching = new AbortController();
        const delays: number[] = [];
        const watched = watchDelays(url, watching.signal, (delay) => delays.push(delay));
        const report = await admit({ url, students, within }).finally(() => watching.abort());
        await watched;
        return rowsOf(`${students} students`, report, delays, await peakMemory(), bound);
      })),
    );
  }
  return rows;
}

async function admit(arrivals: Arrivals): Promise<StudentsReport> {
  const crowd = fork('bench/orientation-students.ts', { serialization: 'advanced' });
  try {
    crowd.send(arrivals);
    const [report]: StudentsReport[] = await once(crowd, 'message');
    if (!report) throw new Error('the students reported nothing');
    return report;
  } finally {
    crowd.kill();
  }
}

function rowsOf(
  what: string,
  { times, errors }: StudentsReport,
  delays: number[],
  memory: number,
  bound: number,
): Row[] {
  const p99s = Object.values(times).map((all) => percentile(all, 0.99));
  const steps = Object.entries(times).map(
    ([step, all]) => `${step} ${percentile(all, 0.5).toFixed(0)} and ${percentile(all, 0.99).toFixed(0)}`,
  );
  const row = (name: string, value: number, unit: Row['unit'], atMost: number, note = ''): Row => ({
    ...{ id: `k ${what}, ${name}`, what: `${what}: ${name}`, value, unit, bound: { atMost } },
    ...(note && { note }),
  });
  return [
    row('p99 of the slowest step', Math.max(...p99s), 'ms', bound, `p50 and p99: ${steps.join(', ')}`),
    row('failed requests and lost streams', errors.length, 'errors', 0, errors[0]),
    row("p99 until the administrator's open page shows a change", percentile(delays, 0.99), 'ms', 500),
    row('memory at its peak', memory, 'MB', 200),
  ];
}
