import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { setGuard } from './guard.ts';
import { fillIn } from './proxies.ts';

const example = resolve(import.meta.dirname, '../../deploy/haproxy.cfg');

/**
 * Runs the HAProxy example in front of a pair of PostgreSQL servers, and waits until it has found the primary.
 */
export async function startHaproxy(
  program: string,
  ports: readonly [number, number],
): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join('/tmp', 'sdc-haproxy-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const config = fillIn(await readFile(example, 'utf8'), [
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`],
    ['server one 10.0.0.1:5432', `server one 127.0.0.1:${ports[0]}`],
    ['server two 10.0.0.2:5432', `server two 127.0.0.1:${ports[1]}`],
  ]);
  await writeFile(file, config);
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const guard = setGuard('kill -9 "$1"; rm -rf "$2"', [String(child.pid), folder]);
  let logged = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      logged += text;
    });
  }
  const ended = once(child, 'exit');
  // Until its first check, it takes the standby for a primary as well.
  while (!logged.includes('portal_database/two is DOWN')) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended before it was ready.\n${logged}`);
    await wait(100);
  }
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      guard.dismiss();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
