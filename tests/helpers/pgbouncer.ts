import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { connects } from './postgres-database.ts';
import { startProgram } from './started-program.ts';

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
  const running = startProgram(program, [file], { folder, ...user });
  const url = new URL(databaseUrl);
  url.port = String(port);
  await running.until(() => connects(url.href));
  return {
    url: url.href,
    async stop() {
      await running.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
