import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkData } from '#server/operations/check.ts';
import { fingerprint } from '#server/store/copy.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { type DatabasePlace, describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import { type FirebaseExport, oddities } from '#tests/helpers/firebase-export.ts';
import { importFiles, makeFiles, rehearseFiles, signInStatus } from '#tests/helpers/firebase-import.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { withStore } from '#tests/helpers/with-store.ts';

/** `npm run soak` uses larger numbers. */
const killed = isLongRun ? 20_000 : 2_000;
const people = isLongRun ? 5_000 : 3 * oddities.length;
const many = isLongRun ? 100_000 : 2_000;
const limit = isLongRun ? 60 * 60_000 : 300_000;
/** The limit for the import of 100,000 accounts, in milliseconds. */
const timeBound = 60_000;
/** The limit for its memory, in MB. */
const memoryBound = 1_000;

const command = resolve(import.meta.dirname, '../../scripts/portal.ts');

/** Starts the operator's command as a process that can be killed. */
function startImport(place: DatabasePlace, files: FirebaseExport): ChildProcess {
  const { accounts, hashConfig, database, messages } = files;
  const options = { accounts, 'hash-config': hashConfig, database, messages };
  const args = Object.entries(options).flatMap(([name, file]) => [`--${name}`, file]);
  return spawn(process.execPath, [command, 'import', 'firebase', ...args], {
    env: {
      ...programEnv(),
      DATA_DIR: place.dataDir,
      AUTH_SECRET: 'a secret of the tests, long enough to be taken',
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Runs an import, and kills it once it reports this percentage, if one is given.
 * @returns whether it was killed
 */
async function importUntil(
  place: DatabasePlace,
  files: FirebaseExport,
  percent = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const child = startImport(place, files);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString();
    const reported = [...said.matchAll(/(\d+) % of/g)].map(([, number]) => Number(number));
    if (reported.some((number) => number >= percent)) child.kill('SIGKILL');
  });
  child.stdout?.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (percent > 100) expect([code, said]).toEqual([0, said]);
  return code === null;
}

function state(place: DatabasePlace) {
  return withStore(place, (store) => store.snapshot((trx) => fingerprint(trx)));
}

describeEachEngine('kill -9 of an import from Firebase', (engine) => {
  it(
    `leaves all of ${killed} accounts or none, and the next run brings the rest`,
    async () => {
      const place = await freshDatabase(engine);
      const files = await makeFiles({ count: killed, onePassword: true });
      const before = await state(place);
      for (const percent of [10, 50]) {
        expect(await importUntil(place, files, percent)).toBe(true);
        expect(await state(place)).toEqual(before);
      }
      // Near the end the commit may have happened or not.
      await importUntil(place, files, 100);
      const atTheEnd = (await state(place)).user.rows;
      await importUntil(place, files);
      const after = await state(place);
      expect([0, after.user.rows]).toContain(atTheEnd);
      const accounts = files.people.filter(
        ({ oddity }) => !['no account', 'no email', 'email of another'].includes(oddity),
      );
      expect(after.user.rows).toBe(accounts.length);
      expect((await withStore(place, checkData)).flatMap(({ faults }) => faults)).toEqual([]);
    },
    limit,
  );
});

describeEachEngine(`${people} people of a Firebase project with everything odd in it`, (engine) => {
  it(
    'sign in with their former passwords once, and again after the hash was replaced',
    async () => {
      const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off', LOG_LEVEL: 'error' } });
      const files = await makeFiles({ count: people });
      const planned = await rehearseFiles(portal, files);
      await importFiles(portal, files);
      const known = files.people.filter(({ uid }) => planned.get(uid)?.password === 'kept');
      let signedIn = 0;
      async function signInTwice(): Promise<void> {
        for (let person = known[signedIn]; person; person = known[signedIn]) {
          signedIn += 1;
          const { uid, email, password, oddity } = person;
          for (const time of ['first', 'second']) {
            const status = await signInStatus(portal, email, password);
            expect([uid, oddity, time, status]).toEqual([uid, oddity, time, 200]);
          }
        }
      }
      // A few at a time: each hash keeps a core busy.
      await Promise.all([signInTwice(), signInTwice(), signInTwice(), signInTwice()]);
      const left = await portal.store.db
        .selectFrom('account')
        .select('id')
        .where('password', 'like', '$firebase$%')
        .execute();
      expect(left).toEqual([]);
      tell(`${engine}: ${signedIn} of ${people} signed in twice with the former password`);
    },
    limit,
  );
});

describeEachEngine(`an import of ${many} accounts`, (engine) => {
  it(
    'ends in time, and within its memory',
    async () => {
      const place = await freshDatabase(engine);
      const files = await makeFiles({ count: many, onePassword: true });
      const started = performance.now();
      const child = startImport(place, files);
      child.stdout?.resume();
      child.stderr?.resume();
      const peak = watchMemory(child);
      expect(await once(child, 'exit')).toEqual([0, null]);
      const ms = Math.round(performance.now() - started);
      const megabytes = Math.round((await peak) / 1024);
      if (isLongRun) expect(ms).toBeLessThanOrEqual(timeBound);
      expect(megabytes).toBeLessThanOrEqual(memoryBound);
      tell(`${engine}: ${many} accounts in ${ms} ms, at most ${megabytes} MB`);
    },
    limit,
  );
});

/** The peak memory of a process, in kB. */
async function watchMemory(child: ChildProcess): Promise<number> {
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
    await wait(50);
  }
  return peak;
}
