import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Cluster, makeCluster } from '#tests/helpers/postgres-cluster.ts';
import { administer } from '#tests/helpers/postgres-database.ts';
import { startCluster } from '#tests/helpers/postgres-server.ts';

/** A PostgreSQL primary and its synchronous standby, set up as deploy/postgresql-failover.conf says. */
export interface PostgresPair {
  /** Ports of the primary and the standby. */
  ports: readonly [number, number];
  /** The superuser's URL of the database `postgres` at a port, which may be a proxy's. */
  url(port: number): string;
  /** Ends all processes of the primary together, like a power cut. */
  killPrimary(): Promise<void>;
  /** Stops or continues all processes of the standby, which then does not respond. */
  signalStandby(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Makes the standby the primary; resolves once it accepts writes. */
  promote(): Promise<void>;
  /** Stops both and removes their files. */
  discard(): Promise<void>;
}

const settingsFile = resolve(import.meta.dirname, '../../deploy/postgresql-failover.conf');

const access = `
host postgres    haproxy_check 127.0.0.1/32 trust
host replication replicator    127.0.0.1/32 trust
`;

export async function startPostgresPair(): Promise<PostgresPair> {
  const { cluster: primary, url } = await startCluster(await readFile(settingsFile, 'utf8'));
  // Of the lines that match a connection, the first one counts.
  const accessFile = join(primary.data, 'pg_hba.conf');
  await writeFile(accessFile, `${access}${await readFile(accessFile, 'utf8')}`);
  const statements = [
    'create role replicator replication login',
    'create role haproxy_check login connection limit 10',
    'select pg_reload_conf()',
  ];
  for (const statement of statements) await administer(url(primary.port), statement);

  const standby = await followerOf(primary);
  await administer(url(primary.port), "alter system set synchronous_standby_names = 'standby'");
  await administer(url(primary.port), 'select pg_reload_conf()');
  let primaryRuns = true;
  return {
    ports: [primary.port, standby.port],
    url,
    async killPrimary() {
      await primary.signal('SIGKILL');
      primaryRuns = false;
    },
    signalStandby: (signal) => standby.signal(signal),
    promote: () => administer(url(standby.port), 'select pg_promote()'),
    async discard() {
      for (const cluster of primaryRuns ? [primary, standby] : [standby]) await cluster.stop();
      await primary.discard();
      await standby.discard();
    },
  };
}

async function followerOf(primary: Cluster): Promise<Cluster> {
  const standby = await makeCluster();
  const source = `host=127.0.0.1 port=${primary.port} user=replicator application_name=standby`;
  const options = ['-R', '-D', standby.data, '-d', source, '--checkpoint=fast', '--no-sync'];
  await standby.run('pg_basebackup', options);
  await standby.start();
  return standby;
}
