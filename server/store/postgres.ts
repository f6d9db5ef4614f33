import { Socket } from 'node:net';
import { PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';

const bigint = 20;

/** Server-side time-outs in milliseconds: for a statement, for a lock, and for an idle transaction. */
const serverLimits = {
  statement_timeout: 15_000,
  lock_timeout: 2_500,
  idle_in_transaction_session_timeout: 15_000,
};

/** Parses bigint columns to numbers: sequence numbers and counts fit a double, but `pg` returns them as text. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  return oid === bigint ? Number : pg.types.getTypeParser(oid, format ?? 'text');
}

/** Settings that the driver and the queries rely on. A server, a database or a role can have other defaults. */
const sessionSettings = {
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
};

/**
 * The driver's options for every connection: its settings, after those in the address, and limits by which a dead peer is
 * detected while no statement runs, and a connection attempt ends.
 */
export function connectionOptions(address: string, more: Record<string, string> = {}) {
  const url = new URL(address);
  const given = url.searchParams.get('options') ?? '';
  // The driver would take the address's options in place of these.
  url.searchParams.delete('options');
  const settings = Object.entries({ ...sessionSettings, ...more });
  return {
    connectionString: given ? url.href : address,
    options: [given, ...settings.map(([name, value]) => `-c ${name}=${value}`)].join(' ').trim(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  };
}

/** Longer than the server lets a statement run, and longer than a connection idles in the pool. */
const defaultSilence = 20_000;
const idleTimeout = 15_000;

export interface PostgresOptions {
  /** Called for connections that the server closed. */
  onError: (error: Error) => void;
  /** For work that may take hours: no time-outs but those of the network. */
  unlimited?: boolean;
  /** False for commits that do not wait for the disk: the database's crash may lose them. */
  flushes?: boolean;
  /** Milliseconds without a byte after which a connection is given up; 20,000 by default. */
  silence?: number | undefined;
}

/** A connection pool for `url`. Connections get the server-side time-outs when they open. */
export function postgresDialect(
  url: string,
  { onError, unlimited = false, flushes = true, silence = defaultSilence }: PostgresOptions,
): PostgresDialect {
  const pool = new pg.Pool({
    ...connectionOptions(url, flushes ? {} : { synchronous_commit: 'off' }),
    max: unlimited ? 2 : 10,
    idleTimeoutMillis: idleTimeout,
    ...(!unlimited && { stream: () => watchedSocket(silence), ...serverLimits }),
    types: { getTypeParser: typeParser },
  });
  // Without an error listener on every connection, a server that goes away would crash this process.
  pool.on('connect', (client) => client.on('error', onError));
  // The pool repeats the errors of its idle connections.
  pool.on('error', () => {});
  return Object.assign(new PostgresDialect({ pool }), { createAdapter: () => new PortalPostgresAdapter() });
}

/**
 * The server ends slow statements, but only if it is alive: this socket gives up a server that vanished during one. It
 * also bounds the wait of a commit for a standby that is gone, which no setting of the server does.
 */
function watchedSocket(silence: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silence, () => {
    const error = new Error(`the database sent nothing for ${silence} ms`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

/** Kysely's own lock outlives a transaction that fails, on a connection of the pool; `migrate` takes another lock. */
class PortalPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
