import { randomBytes } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, makeCluster } from './postgres-cluster.ts';

export interface PostgresServer {
  /** The superuser's URL of the database `postgres`. */
  url: string;
  /** Stops the server, which drops all connections, runs `whileDown`, and starts it on the same port. */
  restart(whileDown?: () => Promise<void>): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** For a disposable cluster: no fsync, little disk space. */
const disposable = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
fsync = off
full_page_writes = off
min_wal_size = 32MB
max_wal_size = 128MB
jit = off
log_min_messages = warning
`;
const alone = 'wal_level = minimal\nmax_wal_senders = 0\n';

/**
 * Starts a separate PostgreSQL server in a temporary folder on a free loopback port. It never runs as root, and never
 * outlives this process.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const { cluster, url } = await startCluster(alone);
  return {
    url: url(cluster.port),
    async restart(whileDown) {
      await cluster.stop();
      await whileDown?.();
      await cluster.start();
    },
    async stop() {
      await cluster.stop();
      await cluster.discard();
    },
  };
}

/** A new running cluster with these settings beside those of all tests, and the superuser's URL at a port. */
export async function startCluster(
  settings: string,
): Promise<{ cluster: Cluster; url: (port: number) => string }> {
  const password = randomBytes(16).toString('hex');
  const cluster = await makeCluster();
  try {
    await initialise(cluster, password);
    await appendFile(join(cluster.data, 'postgresql.conf'), disposable + settings);
    await cluster.start();
  } catch (error) {
    const logged = await cluster.logged();
    await cluster.discard();
    throw new Error(`PostgreSQL did not start. ${logged}`, { cause: error });
  }
  return { cluster, url: (port) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
}

/**
 * The cluster sorts by ICU's English rules, unlike SQLite's code points. A query whose order matters must therefore
 * specify a collation, or its tests differ between the engines.
 */
async function initialise(cluster: Cluster, password: string): Promise<void> {
  const passwordFile = join(cluster.folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await cluster.own(passwordFile);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await cluster.run('initdb', ['-D', cluster.data, '--no-sync', ...locale, ...access]);
}
