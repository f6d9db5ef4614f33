import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { linkOrCopy, takeSteps } from './dockerfile.ts';
import { freePort } from './helpers/free-port.ts';
import { startProgram } from './helpers/started-program.ts';

const execute = promisify(execFile);
const unprivileged = 65_534;

it('the image builds and runs from what it copies, without dev dependencies, as somebody who may write its data only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdc-deploy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const image = await takeSteps('deploy/Dockerfile', folder);
  expect(image.settings.USER).toBe('node');
  // `npm ci` would create the folder of the compile cache, and with it /data, as root.
  const steps = readFileSync(resolve(import.meta.dirname, '../deploy/Dockerfile'), 'utf8');
  expect(steps.indexOf('NODE_COMPILE_CACHE')).toBeGreaterThan(steps.lastIndexOf('\nRUN '));
  expect(globSync('node_modules/{vitest,typescript,@playwright,@biomejs}/*', { cwd: image.folder })).toEqual(
    [],
  );
  expect(globSync('**/*.test.ts', { cwd: image.folder, exclude: ['node_modules/**'] })).toEqual([]);

  const port = await freePort();
  const node = join(folder, 'node');
  linkOrCopy(process.execPath, node);
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? { uid: unprivileged, gid: unprivileged } : {};
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const env = {
    ...image.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    AUTH_SECRET: 'a secret that no file has to keep',
  };
  const [program, ...args]: string[] = JSON.parse(image.settings.CMD ?? '');
  expect(program).toBe('node');
  const portal = startProgram(node, args, { cwd: image.folder, env, ...user });
  onTestFinished(() => portal.end('SIGKILL'));
  // The image's own question whether it is well, wherever PORT is.
  const [, ...question]: string[] = JSON.parse(image.settings.HEALTHCHECK?.replace(/^.*CMD /, '') ?? '');
  const isHealthy = () => execute(node, question, { cwd: image.folder, env }).catch(() => null);
  await portal.until(isHealthy);
  const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  const asset = await fetch(`http://127.0.0.1:${port}${script}`, {
    headers: { 'Accept-Encoding': 'br' },
  });
  expect(asset.status).toBe(200);
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect(portal.printed()).toContain('/setup?token=');
  // A command runs in the same image.
  const command = ['scripts/launch.cjs', 'scripts/portal.ts', 'backup'];
  const { stdout } = await execute(node, command, { cwd: image.folder, env, ...user });
  expect(existsSync(stdout.trim())).toBe(true);

  await portal.end('SIGTERM');
  expect(portal.child.exitCode).toBe(0);
  expect(existsSync(join(data, 'portal.sqlite'))).toBe(true);
  expect(existsSync(join(image.folder, 'data'))).toBe(false);
});
