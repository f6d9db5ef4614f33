import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from './helpers/free-port.ts';
import { lastDescendant } from './helpers/last-descendant.ts';
import { isLongRun } from './helpers/long-run.ts';
import { newFolder } from './helpers/scratch.ts';
import { startProgram } from './helpers/started-program.ts';

/**
 * A newcomer's first steps in a fresh copy of the project, with the versions of npm and Node that machines have. The whole
 * run is the test with this machine's.
 */
const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const minutes = 60_000;

interface Machine {
  npm: string;
  /** The version of the machine's Node. */
  node: string;
  /** npm 9.6.7 to 10.2 do not pass SIGTERM on. */
  keepsSignals?: true;
}

const ours = 'of this machine';

/** Debian 13 and Ubuntu 24.10 have the first, and Node 20 and 22 come with the second. */
const machines: Machine[] = [
  { npm: '9.2.0', node: ours },
  { npm: '10.8.2', node: ours },
];
const more: Machine[] = [
  { npm: '9.9.4', node: ours, keepsSignals: true },
  { npm: '10.9.4', node: ours },
  { npm: '11.0.0', node: ours },
  // Debian 12; the first Node 20; Ubuntu 25.04; a Node 22 that the build's packages exclude.
  { npm: '9.2.0', node: '18.20.8' },
  { npm: '9.6.4', node: '20.0.0' },
  { npm: '9.2.0', node: '20.18.1' },
  { npm: '10.9.0', node: '22.11.0' },
  // Node 24 replaces its process, and is new enough for the newest npm.
  { npm: '11.12.1', node: '24.15.0' },
  { npm: 'latest', node: '24.15.0' },
];

/** Variables of a shell on a machine with this npm and Node, without those of the run that these tests are part of. */
async function shellWith({ npm, node }: Machine): Promise<NodeJS.ProcessEnv> {
  const folder = await newFolder();
  const packageOfNode = basename(dirname(dirname(process.execPath)));
  const packages = [`npm@${npm}`, ...(node !== ours ? [`${packageOfNode}@${node}`] : [])];
  const outer = Object.entries(process.env).filter(
    ([name]) => !/^npm_|^VITEST|^(CI|TEST|INIT_CWD|NODE_(ENV|OPTIONS|COMPILE_CACHE))$/.test(name),
  );
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !/node_modules|node-gyp-bin/.test(entry));
  const env = {
    ...Object.fromEntries(outer),
    LOG_LEVEL: 'warn',
    PATH: path.join(delimiter),
    // To ask the registry about each package that npm's cache has takes a third of an installation.
    npm_config_prefer_offline: 'true',
  };
  await execute('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages], { env });
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await symlink(join(folder, 'node_modules/npm/bin/npm-cli.js'), join(bin, 'npm'));
  if (node !== ours)
    await symlink(join(folder, 'node_modules', packageOfNode, 'bin/node'), join(bin, 'node'));
  return { ...env, PATH: [bin, ...path].join(delimiter) };
}

/** The files that a clone would have, and those that are not committed yet. */
async function freshCopy(): Promise<string> {
  const folder = await newFolder();
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await execute('git', list, { cwd: root, maxBuffer: 2 ** 24 });
  const { stdout: removed } = await execute('git', ['ls-files', '-z', '--deleted'], { cwd: root });
  const gone = new Set(removed.split('\0'));
  const files = stdout.split('\0').filter((file) => file !== '' && !gone.has(file));
  for (const file of files) await cp(join(root, file), join(folder, file));
  return folder;
}

/** The unit's command, as systemd passes it to the shell. */
function unitCommand(): string {
  const unit = readFileSync(join(root, 'deploy/sdc-portal.service'), 'utf8');
  return /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit)?.[1]?.replaceAll('$$', '$') ?? '';
}

describe.each(isLongRun ? [...machines, ...more] : machines)('with npm $npm and Node $node', (machine) => {
  it('a fresh copy installs, starts, stops, runs a test and an operator’s command', {
    timeout: 10 * minutes,
  }, async () => {
    const [env, cwd] = await Promise.all([shellWith(machine), freshCopy()]);
    const { stdout: versions } = await execute('npm', ['version', '--json'], { cwd, env });
    const { npm, node } = JSON.parse(versions);
    if (machine.npm !== 'latest') expect(npm).toBe(machine.npm);
    if (machine.node !== ours) expect(node).toBe(machine.node);
    const run = async (...args: string[]) =>
      (await execute('npm', args, { cwd, env, maxBuffer: 2 ** 24 })).stdout;

    /** Starts a portal, looks at its sign-in page, and asks it to stop. */
    async function startAndStop(command: string, args: string[], data: string): Promise<void> {
      const port = String(await freePort());
      const portal = startProgram(command, args, { cwd, env: { ...env, DATA_DIR: data, PORT: port } });
      onTestFinished(() => portal.end('SIGKILL'));
      const page = () => fetch(`http://127.0.0.1:${port}/login`).then((answer) => answer.text());
      await portal.until(() => page().catch(() => ''));
      expect(await page()).toContain('Sign in to your SDC account');
      if (machine.keepsSignals) process.kill(lastDescendant(portal.child.pid), 'SIGTERM');
      await portal.end('SIGTERM');
      expect(portal.child.exitCode, portal.printed()).toBe(0);
      await expect(page()).rejects.toThrow();
      expect(portal.printed()).not.toMatch(/\bat .+\.(ts|js):\d+/);
    }

    expect(await run('install')).toMatch(/added \d+ packages/);
    const data = join(cwd, 'data');
    await startAndStop('npm', ['start'], data);
    await startAndStop('/bin/sh', ['-c', unitCommand()], data);
    expect(await run('run', 'portal', '--', 'check')).toContain('every record belongs to an account');
    expect(await run('test', '--', 'domain/member-account.test.ts')).toMatch(/\n6 passed, 0 failed\n$/);
  });
});
