import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startProcess } from './bench-process.ts';
import type { Row } from './row.ts';

const bound = 50;
/** How long the portal is measured alone, in milliseconds. */
const aloneMs = 5_000;

/**
 * Row 21: the longest time that another request takes while pathological inputs are sent, beside the longest without
 * them, since a busy machine delays requests too. tests/input-cost.test.ts measures the processor's time of each input
 * of all routes.
 */
export async function inputRows(): Promise<Row[]> {
  const portal = await startProcess('server/main.ts');
  try {
    const address = `${portal.url}/api/session`;
    // The first requests compile what they run.
    for (let warm = 0; warm < 200; warm += 1) await timeOf(address);
    const alone = longest(await timesUntil(address, wait(aloneMs)));
    const { sent, ended } = sendPathologicalInputs(portal.url);
    const [times, count] = await Promise.all([timesUntil(address, ended), sent]);
    return [
      {
        id: '21',
        what: 'longest GET /api/session while pathological inputs of up to 64 KiB are sent to public routes',
        value: longest(times),
        unit: 'ms',
        bound: { atMost: bound },
        note: `${times.length} requests, ${count} inputs; longest without: ${alone.toFixed(0)} ms`,
      },
    ];
  } finally {
    await portal.stop();
  }
}

function sendPathologicalInputs(url: string): { sent: Promise<number>; ended: Promise<unknown> } {
  const sender = fork('bench/pathological-clients.ts', [url]);
  const ended = once(sender, 'exit');
  const counted: Promise<number> = once(sender, 'message').then(([count]) => Number(count));
  const failed = ended.then(() => Promise.reject(new Error('the inputs were not all sent')));
  return { sent: Promise.race([counted, failed]), ended };
}

/** The times of requests, a few milliseconds apart, until `end`. */
async function timesUntil(address: string, end: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let going = true;
  const stop = () => {
    going = false;
  };
  end.then(stop, stop);
  while (going) {
    times.push(await timeOf(address));
    await wait(2);
  }
  return times;
}

function longest(times: number[]): number {
  return times.reduce((most, one) => Math.max(most, one), 0);
}

async function timeOf(address: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return performance.now() - started;
}
