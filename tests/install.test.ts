import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { release } from '#server/config/release.ts';
import { packArchive } from '../scripts/archive.ts';
import { buildClientIfStale } from '../scripts/build-client.ts';
import { freePort } from './helpers/free-port.ts';
import { tell } from './helpers/long-run.ts';
import { newFolder } from './helpers/scratch.ts';
import { installSteps } from './install-steps.ts';

const execute = promisify(execFile);

/** A machine without Node: its programs are those that docs/install.md asks for. */
async function bareMachine() {
  const machine = await newFolder();
  const programs = join(machine, 'bin');
  mkdirSync(programs);
  mkdirSync(join(machine, 'srv'));
  for (const name of ['sh', 'dirname', 'readlink', 'tar', 'gzip', 'ln', 'kill', 'cat', 'setsid', 'sleep'])
    await execute('ln', [
      '-s',
      existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : `/bin/${name}`,
      join(programs, name),
    ]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const pidFile = join(machine, 'pid');
  const env = {
    ...{
      PATH: programs,
      DATA_DIR: join(machine, 'data'),
      PORT: String(port),
      PORTAL_URL: url,
      LOG_LEVEL: 'warn',
    },
    ...{ ADMIN_PASSWORD: 'a password', LC_ALL: 'C.UTF-8', NODE_COMPILE_CACHE: join(machine, 'compiled') },
  };
  const run = async (command: string, input = '') => {
    const local = command
      .replaceAll('/srv', join(machine, 'srv'))
      .replace(' sdc-portal.tar.gz', ` ${machine}/sdc-portal.tar.gz`);
    const child = execute('/bin/sh', ['-c', local], { env, cwd: machine });
    // A command that asks nothing may have ended before it is answered.
    child.child.stdin?.on('error', () => {}).end(input);
    const { stdout, stderr } = await child.catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  };
  // Stands for systemd, which restarts what is under the link.
  const restart = join(machine, 'restart');
  const script = `#!/bin/sh
[ -f ${pidFile} ] && kill $(cat ${pidFile}) && while kill -0 $(cat ${pidFile}) 2>/dev/null; do sleep 0.05; done
setsid ${machine}/srv/sdc-portal/portal start >>${machine}/log 2>&1 </dev/null & echo $! >${pidFile}
`;
  writeFileSync(restart, script);
  chmodSync(restart, 0o755);
  onTestFinished(async () => void (await run(`kill $(cat ${pidFile})`)));
  const health = () =>
    fetch(`${url}/api/health`)
      .then((answer) => answer.json())
      .catch(() => null);
  return { machine, run, restart, health, url };
}

/** An archive of another version, made from the unpacked one. */
async function archiveOf(machine: string, version: string): Promise<void> {
  const [from, folder] = [join(machine, 'srv', `sdc-portal-${release}`), `sdc-portal-${version}`];
  await execute('cp', ['-al', from, join(machine, folder)]);
  const file = join(machine, folder, 'package.json');
  await execute('rm', [file]);
  writeFileSync(
    file,
    readFileSync(join(from, 'package.json'), 'utf8').replace(`"${release}"`, `"${version}"`),
  );
  await execute('tar', ['-cf', join(machine, 'sdc-portal.tar.gz'), '-C', machine, folder]);
  await execute('rm', ['-r', join(machine, folder)]);
}

it('an archive runs without Node, is set up, and upgraded', async () => {
  buildClientIfStale();
  const { machine, run, restart, health, url } = await bareMachine();
  packArchive(join(machine, 'sdc-portal.tar.gz'));
  const [
    unpack = '',
    link = '',
    version = '',
    setup = '',
    doctor = '',
    backup = '',
    verify = '',
    upgrade = '',
  ] = installSteps;
  const document = readFileSync(resolve(import.meta.dirname, '../docs/install.md'), 'utf8');
  for (const step of installSteps) expect(document).toContain(`\n${step}\n`);

  expect(await run(unpack)).toBe('');
  expect(await run(link)).toBe('');
  expect(await run(version)).toContain(`SDC Portal ${release} (Node v`);

  const etc = join(machine, 'etc');
  // Debian's package of Caddy brings its own file.
  mkdirSync(join(etc, 'caddy'), { recursive: true });
  writeFileSync(
    join(etc, 'caddy/Caddyfile'),
    '# To use your own domain name …\n:80 {\n\troot * /usr/share/caddy\n\n\tfile_server\n}\n',
  );
  const answers = ['https://localhost', 'Asia/Kolkata', '', '', '', 'several words'].join('\n');
  expect(await run(`${setup} --print --json`, answers)).toMatch(/"files":\[".*"exitCode":0/);
  expect(await run(`${setup} --to ${machine}`, answers)).toContain('Written:');
  const settings = join(etc, 'sdc-portal.env');
  expect(statSync(settings).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(etc, 'caddy/Caddyfile'), 'utf8')).toMatch(/^localhost \{$/m);
  expect(readFileSync(join(etc, 'systemd/system/sdc-portal.service'), 'utf8')).toMatch(
    /^ExecStart=.*\/portal start$/m,
  );
  // The second time one answer differs, and nothing else is touched.
  await appendFile(settings, '# Added by somebody\n');
  const again = await run(`${setup} --to ${machine}`, '\nEurope/Berlin\n');
  expect(again.match(/Unchanged:/g)).toHaveLength(2);
  const own = join(machine, 'own');
  mkdirSync(join(own, 'etc/caddy'), { recursive: true });
  writeFileSync(join(own, 'etc/caddy/Caddyfile'), 'other.example {\n}\n');
  expect(await run(`${setup} --to ${own}`, answers)).toMatch(/^Kept, .*\/deploy\/Caddyfile to it: /m);
  expect(readFileSync(settings, 'utf8')).toBe(
    'TRUST_PROXY=127.0.0.1\nPORTAL_URL=https://localhost\nTIME_ZONE=Europe/Berlin\nBACKUP_PASSPHRASE=several words\n# Added by somebody\n',
  );

  await run(restart);
  await expect.poll(health).toMatchObject({ status: 'up', release });
  expect(await run(doctor)).toContain('Free disk space');
  const told = JSON.parse((await run(`${backup} --json 2>/dev/null`)) || '{}');
  expect(told).toMatchObject({ file: expect.stringMatching(/\.sqlite$/), exitCode: 0 });
  expect(await run(verify)).toContain('Restored and compared');
  // A copy on a machine that has no portal.
  expect(await run(`DATA_DIR=${machine}/none ${verify} ${told.file}`)).toContain('Restored and compared');
  expect(existsSync(join(machine, 'none'))).toBe(false);

  const options = `--at /srv/sdc-portal --restart ${restart}`;
  await archiveOf(machine, '1.0.1');
  let away = 0;
  const look = async () => {
    if (!(await fetch(`${url}/login`).catch(() => null))?.ok) away += 1;
  };
  const watch = setInterval(() => void look(), 100);
  expect(await run(`${upgrade} ${options} --json`)).toMatch(/"release":"1\.0\.1",.*"exitCode":0/);
  clearInterval(watch);
  tell(`an upgrade was away for ${away} tenths of a second`);
  expect(away).toBeLessThan(100);
  expect(await health()).toMatchObject({ release: '1.0.1' });
}, 600_000);
