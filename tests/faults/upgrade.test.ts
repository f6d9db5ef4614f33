import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readCommandConfig } from '#server/config/config.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { median } from '../../bench/row.ts';
import { portOf } from '../../scripts/portal/upgrade.ts';
import { archiveOf } from './next-version.ts';
import { startWriteLoad } from './write-load.ts';

/** `npm run soak` kills 20 times at random moments. */
const kills = isLongRun ? 20 : 0;
const execute = promisify(execFile);

/** A machine whose supervisor runs the program under a link, on which people write. */
async function machine() {
  const folder = await newFolder();
  const [srv, dataDir, url] = [
    join(folder, 'srv'),
    join(folder, 'data'),
    `http://127.0.0.1:${await freePort()}`,
  ];
  await mkdir(srv);
  const link = join(srv, 'sdc-portal');
  await execute('tar', ['-xf', await archiveOf('1.1.0', folder), '-C', srv]);
  await symlink('sdc-portal-1.1.0', link);
  const pid = `${folder}/pid`;
  // One restart at a time, as systemd does it.
  const stop = `[ -f ${pid} ] && kill $(cat ${pid}) && while kill -0 $(cat ${pid}) 2>/dev/null; do sleep 0.05; done`;
  const start = `setsid ${link}/portal start >>${folder}/log 2>&1 </dev/null 9>&- & echo $! >${pid}`;
  await writeFile(`${folder}/restart`, `#!/bin/sh\nexec 9>${folder}/lock\nflock 9\n${stop}\n${start}\n`, {
    mode: 0o755,
  });
  const env = {
    ...programEnv(),
    ...{ DATA_DIR: dataDir, PORT: new URL(url).port, PORTAL_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    ADMIN_PASSWORD: 'a password',
  };
  await execute(`${folder}/restart`, { env });
  cleanUpAfterwards(async () => void (await execute('/bin/sh', ['-c', stop]).catch(() => {})));

  const running = async (): Promise<string | undefined> => {
    const health = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return ((await health?.json().catch(() => null)) as { release?: string } | null)?.release;
  };
  return {
    ...{ folder, link, url, dataDir, running },
    /** Starts `portal upgrade`, and kills it when `until` resolves, if it is given. */
    async upgrade(file: string, until?: () => Promise<unknown>, within = '30s') {
      const words = ['upgrade', file, '--at', link, '--restart', `${folder}/restart`, '--within', within];
      const child = spawn(`${link}/portal`, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = once(child, 'exit');
      const printed = Promise.all([text(child.stdout), text(child.stderr)]);
      if (until) await until();
      if (until) child.kill('SIGKILL');
      const [code] = await ended;
      return { code: code as number | null, printed };
    },
  };
}

it('an upgrade under write load that fails after its migration, or is killed, loses no acknowledged write, and can be run again', {
  timeout: 60 * 60_000,
}, async () => {
  const { folder, link, url, dataDir, running, upgrade } = await machine();
  const patient = { timeout: 60_000 };
  await expect.poll(running, patient).toBe('1.1.0');
  const load = await startWriteLoad({ urls: [url], origin: url, writers: 2, pause: 20 });
  await archiveOf('1.2.0', folder);
  const archive = (version: string) => join(folder, `${version}.tar`);

  // Killed after the switch, before anything has been restarted or while it is.
  const switched = async () => {
    while ((await readlink(link)) === 'sdc-portal-1.1.0') await wait(5);
  };
  await upgrade(archive('1.2.0'), switched);
  await expect.poll(running, patient).toMatch(/^1\.[12]\.0$/);
  await load.untilAllWrite();
  expect((await upgrade(archive('1.2.0'))).code).toBe(0);
  await expect.poll(running, patient).toBe('1.2.0');

  let [present, isWatching, answered] = ['1.2.0', true, performance.now()];
  /** The longest time without an answer, of each upgrade. */
  const away: number[] = [];
  const watch = (async () => {
    for (; isWatching; await wait(25)) {
      if ((await running()) !== undefined) answered = performance.now();
      away.push(Math.max(away.pop() ?? 0, performance.now() - answered));
    }
  })();
  let [took, stayed] = [0, 0];
  // The first one says how long it takes.
  for (let kill = 0; kills > 0 && kill <= kills; kill += 1) {
    const next = present === '1.1.0' ? '1.2.0' : '1.1.0';
    const began = performance.now();
    if (took > 0) {
      await upgrade(archive(next), () => wait(Math.random() * took));
      await expect.poll(running, patient).toMatch(/^1\.[12]\.0$/);
      if ((await running()) === present) stayed += 1;
      await load.untilAllWrite();
    }
    const { code, printed } = await upgrade(archive(next));
    expect(code, (await printed).join('\n')).toBe(0);
    await expect.poll(running, patient).toBe(next);
    if (took === 0) took = performance.now() - began;
    present = next;
    away.push(0);
  }
  isWatching = false;
  await watch;
  // Other work on the machine makes single ones longer.
  if (isLongRun) expect(median(away)).toBeLessThan(5_000);

  const { code, printed } = await upgrade(await archiveOf('2.0.0', folder, 'fatal'), undefined, '15s');
  expect(code).toBe(1);
  expect((await printed)[1]).toContain(`sdc-portal-${present} is back`);
  await expect.poll(running, patient).toBe(present);
  // The restored portal has nobody's session; visitors register, and write to the club.
  const acknowledged = load.acknowledged();
  await expect.poll(load.acknowledged, patient).toBeGreaterThan(acknowledged);
  await load.stop();
  await withStore({ dataDir, databaseUrl: undefined }, load.expectNothingLost);
  tell(
    `${kills} kills of an upgrade within ${Math.round(took)} ms, ${stayed} left the old version; ${load.acknowledged()} acknowledged writes, 0 lost; away for ${Math.round(median(away))} ms, and ${Math.round(Math.max(...away))} ms at most`,
  );
});

it('asks for the health at the port that the settings of the units name', async () => {
  const file = join(await newFolder(), 'sdc-portal.env');
  await writeFile(file, 'PORTAL_URL=https://portal.example.edu\nPORT="8080"\n');
  const config = readCommandConfig({});
  const port = (env: NodeJS.ProcessEnv, settings: string) =>
    portOf({ config, process: { env, stdout: process.stdout, stderr: process.stderr } }, settings);
  expect([port({}, file), port({ PORT: '1' }, file), port({}, `${file}.none`)]).toEqual([
    '8080',
    '3000',
    '3000',
  ]);
});
