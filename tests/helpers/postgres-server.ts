import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePostgres } from '../../scripts/system-packages.ts';
import { freePort } from './free-port.ts';
import { type Owner, setGuard } from './guard.ts';

const execute = promisify(execFile);

export interface PostgresServer {
  /** The superuser's URL of the database `postgres`. */
  url: string;
  /** Stops the server, which drops all connections, runs `whileDown`, and starts it on the same port. */
  restart(whileDown?: () => Promise<void>): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** For a disposable cluster: no fsync, little disk space. */
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
fsync = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
min_wal_size = 32MB
max_wal_size = 128MB
jit = off
log_min_messages = warning
`;

/**
 * Starts a separate PostgreSQL server in a temporary folder on a free loopback port. It never runs as root, and never
 * outlives this process.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = await ensurePostgres();
  const owner = await serverOwner();
  // Root's temporary folder may not be accessible to the server's user.
  const folder = await mkdtemp(join(owner.uid === undefined ? tmpdir() : '/tmp', 'sdc-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const guard = setGuard(
    '"$1" -D "$2/data" -m immediate stop; rm -rf "$2"',
    [join(bin, 'pg_ctl'), folder],
    owner,
  );

  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const control = (...args: string[]) =>
    execute(join(bin, 'pg_ctl'), ['-D', data, '-s', '-w', ...args], { cwd: folder, ...owner });
  const start = () => control('-l', log, 'start');
  const stop = () => control('-m', 'immediate', 'stop');
  async function discard(): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    guard.dismiss();
  }

  try {
    const password = randomBytes(16).toString('hex');
    await makeCluster(bin, folder, password, owner);
    const port = await startOnFreePort(data, log, start);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      async restart(whileDown) {
        await stop();
        await whileDown?.();
        await start();
      },
      async stop() {
        await stop();
        await discard();
      },
    };
  } catch (error) {
    const said = await readFile(log, 'utf8').catch(() => '');
    await discard();
    throw new Error(`PostgreSQL did not start. ${said}`, { cause: error });
  }
}

/**
 * The cluster sorts by ICU's English rules, unlike SQLite's code points. A query whose order matters must therefore
 * specify a collation, or its tests differ between the engines.
 */
async function makeCluster(bin: string, folder: string, password: string, owner: Owner): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(passwordFile, owner.uid, owner.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const data = join(folder, 'data');
  await execute(join(bin, 'initdb'), ['-D', data, '--no-sync', ...locale, ...access], {
    cwd: folder,
    ...owner,
  });
  await appendFile(join(data, 'postgresql.conf'), settings);
}

/** If another program takes the port before the server listens, tries another one. */
async function startOnFreePort(
  data: string,
  log: string,
  start: () => Promise<unknown>,
  triesLeft = 3,
): Promise<number> {
  const port = await freePort();
  await appendFile(join(data, 'postgresql.conf'), `port = ${port}\n`);
  try {
    await start();
    return port;
  } catch (error) {
    const said = await readFile(log, 'utf8').catch(() => '');
    if (triesLeft <= 1 || !said.includes('could not bind')) throw error;
    return startOnFreePort(data, log, start, triesLeft - 1);
  }
}

/** PostgreSQL refuses to run as root, so the package's user or `nobody` owns the cluster then. */
async function serverOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
