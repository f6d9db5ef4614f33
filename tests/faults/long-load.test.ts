import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeKills, storeAt } from '#tests/helpers/engines.ts';
import { readEvents } from '#tests/helpers/event-reader.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import {
  administratorRemotely,
  type RemoteVisitor,
  registerRemotely,
} from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { followChanges } from './faithful-reader.ts';
import { startWriteLoad } from './write-load.ts';

const execute = promisify(execFile);

/** Milliseconds on each engine. A long run takes an hour for both, or SOAK_MINUTES. */
const duration = isLongRun ? (Number(process.env.SOAK_MINUTES || 60) * 60_000) / 2 : 3_000;
const samples = 12;

interface Sample {
  /** Resident memory in megabytes. */
  memory: number;
  /** Open files and sockets. */
  handles: number;
}

async function sample(portal: Portal): Promise<Sample> {
  const { stdout } = await execute('ps', ['-o', 'rss=', '-p', String(portal.pid())]);
  // Without /proc only the memory is measured.
  const handles = await readdir(`/proc/${portal.pid()}/fd`).catch(() => []);
  return { memory: Number(stdout) / 1024, handles: handles.length };
}

/** Requests pages, records and lists, and opens and closes streams, while `going` returns true. @returns the number of rounds */
async function read(portal: Portal, administrator: RemoteVisitor, going: () => boolean): Promise<number> {
  const member = await registerRemotely(portal.url);
  let count = 0;
  while (going()) {
    const answers = await Promise.all([
      member.send('GET', '/api/me'),
      member.send('GET', '/about'),
      administrator.send('GET', '/api/admin/members?q=asha&sort=fullName'),
      administrator.send('GET', '/api/admin/summary'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const stream = await readEvents(`${portal.url}/api/me/events`, member);
    await stream.next();
    stream.cut();
    count += answers.length + 1;
  }
  return count;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describeKills('a portal under load', 'postgres', (engine) => {
  it(`for ${duration / 1_000} s loses nothing and keeps its memory and its handles`, {
    timeout: duration + 30 * 60_000,
  }, async () => {
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
    const administrator = await administratorRemotely(portal, portal.url);
    const follower = await followChanges(portal.url, administrator.cookies);
    const load = await startWriteLoad({ urls: [portal.url], origin: portal.url, writers: 2, pause: 20 });
    const taken: Sample[] = [];
    const reading = read(portal, administrator, () => taken.length < samples);
    // A busy machine takes longer for each sample, not fewer of them.
    while (taken.length < samples) {
      await wait(duration / samples);
      taken.push(await sample(portal));
    }
    const reads = await reading;
    await load.stop();

    // During the first third, code is compiled and caches and pools fill.
    const [early, late] = [taken.slice(samples / 3, (samples * 2) / 3), taken.slice((samples * 2) / 3)];
    const memory = [early, late].map((part) => mean(part.map((one) => one.memory)));
    // A few connections may be opening or closing at any moment; a leak would be one for each stream.
    const handles = [early, late].map((part) => Math.min(...part.map((one) => one.handles)));
    tell(
      `${engine}: ${duration / 60_000} min, ${load.acknowledged()} writes, ${reads} reads; memory ${memory.map(Math.round).join(' → ')} MB, handles ${handles.join(' → ')}`,
    );
    const [memoryBefore = 0, memoryAfter = 0] = memory;
    const [handlesBefore = 0, handlesAfter = 0] = handles;
    // In a few seconds the heap only grows to its normal size, but open streams would show immediately.
    if (isLongRun) expect(memoryAfter).toBeLessThanOrEqual(memoryBefore * 1.2 + 30);
    expect(handlesAfter).toBeLessThanOrEqual(handlesBefore + 10);
    expect(load.statusesBeside()).toEqual([]);

    const store = storeAt(portal);
    await load.expectNothingLost(store);
    await follower.expectUpToDate(store);
    expect(follower.opened()).toBe(1);
  });
});
