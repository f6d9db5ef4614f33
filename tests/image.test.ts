import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findProgram, programMissing } from '../scripts/system-packages.ts';
import { buildImage } from './built-image.ts';
import { freePort } from './helpers/free-port.ts';
import { isLongRun } from './helpers/long-run.ts';
import { skipBecause } from './helpers/skip.ts';
import { startSmtp } from './helpers/smtp.ts';
import { firebaseFiles, runOperatorCommands, runWhileStopped } from './operator-commands.ts';

const execute = promisify(execFile);
const nodeUser = 1000;

it('the image runs as a user without rights on a read-only root, and every command works in it', {
  timeout: 30 * 60_000,
}, async (context) => {
  if (!isLongRun) return skipBecause(context, 'the image is built by `npm run soak` only');
  for (const program of ['buildah', 'mmdebstrap'] as const) {
    if (!findProgram(program)) return skipBecause(context, programMissing(program));
  }
  if (process.getuid?.() !== 0) return skipBecause(context, 'this user may not mount');
  const folder = await mkdtemp('/tmp/sdc-image-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const image = await buildImage(folder);
  onTestFinished(image.discard);
  expect(image.config).toMatchObject({ User: 'node', WorkingDir: '/portal', Volumes: { '/data': {} } });
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  await chown(data, nodeUser, nodeUser);
  const port = await freePort();
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    AUTH_SECRET: 'a secret that no file has to keep',
    LOG_LEVEL: 'warn',
    SMTP_URL: (await startSmtp()).url,
    MAIL_FROM: 'portal@club.example',
  };
  const run = async (command: readonly string[]) => {
    const [program, ...args] = image.inside(data, command, env);
    const { stdout, stderr } = await execute(program, args).catch((error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    });
    return `${stdout}${stderr}`;
  };

  const [program, ...args] = image.inside(data, image.config.Cmd, env);
  const portal = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => signal(portal, 'KILL'));
  let output = '';
  for (const stream of [portal.stdout, portal.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const [, ...check] = image.config.Healthcheck.Test.map((word) => word.replace(':3000/', `:${port}/`));
  await vi.waitFor(
    async () => {
      expect(portal.exitCode, output).toBeNull();
      await run(check);
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(output).toContain('Password (shown once)');
  await expect(run(['touch', '/portal/file'])).rejects.toThrow('Read-only file system');
  expect(await run(['id', '-un'])).toBe('node\n');
  const portalCommand = (...words: string[]) => run(['node', 'scripts/portal.ts', ...words]);
  const firebase = await firebaseFiles(join(data, 'firebase'));
  const made = await runOperatorCommands(portalCommand, '/data', firebase);

  // The service `backup` of compose.yaml.
  const before = (await readdir(join(data, 'backups'))).length;
  const [unshare, ...rest] = image.inside(
    data,
    'node scripts/portal.ts backup --every 1h --keep 48'.split(' '),
    env,
  );
  const backup = spawn(unshare, rest, { stdio: 'ignore' });
  onTestFinished(() => signal(backup, 'KILL'));
  await vi.waitFor(async () => expect(await readdir(join(data, 'backups'))).toHaveLength(before + 1), 60_000);
  expect((await readdir(data)).toSorted()).toEqual(
    expect.arrayContaining(['backups', 'compiled', 'portal.sqlite']),
  );

  const ended = once(portal, 'exit');
  await signal(portal, 'TERM');
  expect((await ended)[0]).toBe(0);
  const backupEnded = once(backup, 'exit');
  await signal(backup, 'TERM');
  await backupEnded;
  await runWhileStopped(portalCommand, '/data', made);
});

/** Signals the program inside, which outlives the `unshare` that started it. Nothing happens if it has ended. */
async function signal({ pid }: ChildProcess, name: 'TERM' | 'KILL'): Promise<void> {
  await execute('pkill', ['--signal', name, '--parent', String(pid)]).catch(() => {});
}
