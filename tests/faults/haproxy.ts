import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort } from '#tests/helpers/free-port.ts';
import { fillIn } from '#tests/helpers/proxies.ts';
import { startProgram } from '#tests/helpers/started-program.ts';

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
  const running = startProgram(program, ['-db', '-f', file], { folder });
  // Until its first check, it takes the standby for a primary as well.
  await running.until(() => running.printed().includes('portal_database/two is DOWN'));
  return {
    port,
    async stop() {
      await running.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
