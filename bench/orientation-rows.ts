import { whileWatching } from './browser.ts';
import { visitAll } from './orientation-students.ts';
import { withPortal } from './portal.ts';
import { percentile, type Row } from './row.ts';

/** All come within `within` milliseconds. Bounds for the p99 of the slowest step in milliseconds, and for memory in MB. */
const hours = [
  { students: 500, within: 60_000, bound: 250, memory: 200 },
  // One more registers to be watched: 2,000 is what one address may do in a quarter of an hour.
  { students: 1_999, within: 180_000, bound: 1_000, memory: 256 },
];

/** V8 chooses this limit by itself where a cgroup allows 256 MB. With a large machine's limit it collects less often. */
const heapOf256 = '--max-old-space-size=256';

/**
 * Row k: the orientation hour in a few minutes. Students on one campus address, with the limits on, beside an open page
 * of the administrator. The portal has one core.
 */
export async function orientationRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const hour of hours) rows.push(...(await orientationHour(hour)));
  return rows;
}

function orientationHour({ students, within, bound, memory }: (typeof hours)[number]): Promise<Row[]> {
  const options = { variables: { RATE_LIMIT: 'on', NODE_OPTIONS: heapOf256 }, oneCore: true };
  return withPortal(options, async ({ url, peakMemory }) => {
    const { result, delays } = await whileWatching(url, () => visitAll(url, students, within));
    const { times, errors } = result;
    const p99s = Object.values(times).map((all) => percentile(all, 0.99));
    const steps = Object.entries(times).map(
      ([step, all]) => `${step} ${percentile(all, 0.5).toFixed(0)} and ${percentile(all, 0.99).toFixed(0)}`,
    );
    const row = (name: string, value: number, unit: string, atMost: number, note?: string): Row => {
      const what = `${students} students: ${name}`;
      return { id: `k ${what}`, what, value, unit, bound: { atMost }, note };
    };
    return [
      row('p99 of the slowest step', Math.max(...p99s), 'ms', bound, `p50 and p99: ${steps.join(', ')}`),
      row('failed requests and lost streams', errors.length, 'errors', 0, errors[0]),
      row("p99 until the administrator's open page shows a change", percentile(delays, 0.99), 'ms', 500),
      row('memory at its peak', await peakMemory(), 'MB', memory),
    ];
  });
}
