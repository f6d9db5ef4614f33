import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { setGuard } from './guard.ts';
import { connects } from './postgres-database.ts';

export interface RunningPooler {
  /** The database's URL through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/**
 * PgBouncer in transaction mode in front of one database, with fewer server connections than the portal opens, so that
 * transactions do switch connections. It does not run as root.
 */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<RunningPooler> {
  const folder = await mkdtemp(join('/tmp', 'sdc-pooler-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const direct = new URL(databaseUrl);
  const name = direct.pathname.slice(1);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${direct.username}" "${direct.password}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]\n${name} = host=${direct.hostname} port=${direct.port} dbname=${name}\n[pgbouncer]\n` +
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = scram-sha-256\n` +
      `auth_file = ${users}\npool_mode = transaction\ndefault_pool_size = 3\nmax_client_conn = 100\n`,
  );
  // `nobody` and `nogroup`: PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  const guard = setGuard('kill -9 "$1"; rm -rf "$2"', [String(child.pid), folder]);
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'exit');
  const url = new URL(databaseUrl);
  url.port = String(port);
  while (!(await connects(url.href))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended before it answered.\n${said}`);
    await wait(50);
  }
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      guard.dismiss();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
