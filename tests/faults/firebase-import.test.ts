import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type DatabasePlace, describeKills, freshDatabase } from '#tests/helpers/engines.ts';
import { type FirebaseExport, makeFiles } from '#tests/helpers/firebase-export.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { placeVariables, startPortalCommand } from '#tests/helpers/portal-command.ts';
import { dataFaults, stateOf } from '#tests/helpers/records.ts';
import { withStore } from '#tests/helpers/with-store.ts';

/** `npm run soak` imports more. */
const count = isLongRun ? 100_000 : 2_000;
const limit = isLongRun ? 60 * 60_000 : 300_000;
/** The limit for the import of 100,000 accounts, in milliseconds. */
const timeBound = 60_000;
/** The limit for its memory, in MB. */
const memoryBound = 1_000;

/**
 * Runs the operator's command as a process, and kills it once it reports this percentage, if one is given.
 * @returns its peak memory in MB; null if it was killed
 */
async function importUntil(
  place: DatabasePlace,
  files: FirebaseExport,
  percent = Number.POSITIVE_INFINITY,
): Promise<number | null> {
  const { accounts, hashConfig, database, messages } = files;
  const options = { accounts, 'hash-config': hashConfig, database, messages };
  const words = Object.entries(options).flatMap(([name, file]) => [`--${name}`, file]);
  const env = { ...placeVariables(place), AUTH_SECRET: 'a secret of the tests, long enough to be taken' };
  const { child } = startPortalCommand(['import', 'firebase', ...words], env);
  const peak = watchMemory(child);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString();
    const reported = [...said.matchAll(/(\d+) % of/g)].map(([, number]) => Number(number));
    if (reported.some((number) => number >= percent)) child.kill('SIGKILL');
  });
  child.stdout?.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (percent > 100) expect([code, said]).toEqual([0, said]);
  return code === null ? null : peak;
}

describeKills('kill -9 of an import from Firebase', 'sqlite', (engine) => {
  it(`leaves all of ${count} accounts or none, and the next run brings the rest, in time and within its memory`, {
    timeout: limit,
  }, async () => {
    const place = await freshDatabase(engine);
    const files = await makeFiles({ count, onePassword: true });
    const before = await withStore(place, stateOf);
    for (const percent of [10, 50]) {
      expect(await importUntil(place, files, percent)).toBeNull();
      expect(await withStore(place, stateOf)).toEqual(before);
    }
    // Near the end the commit may have happened or not.
    await importUntil(place, files, 100);
    const atTheEnd = (await withStore(place, stateOf)).user.rows;
    const started = performance.now();
    const megabytes = await importUntil(place, files);
    const ms = Math.round(performance.now() - started);
    const after = await withStore(place, stateOf);
    expect([0, after.user.rows]).toContain(atTheEnd);
    const accounts = files.people.filter(
      ({ oddity }) => !['no account', 'no email', 'email of another'].includes(oddity),
    );
    expect(after.user.rows).toBe(accounts.length);
    expect(await withStore(place, dataFaults)).toEqual([]);
    if (isLongRun) expect(ms).toBeLessThanOrEqual(timeBound);
    expect(megabytes).toBeLessThanOrEqual(memoryBound);
    tell(`${engine}: ${count} accounts in ${ms} ms, at most ${megabytes} MB`);
  });
});

/** The peak memory of a process, in MB. */
async function watchMemory(child: ChildProcess): Promise<number> {
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
    await wait(50);
  }
  return Math.round(peak / 1024);
}
