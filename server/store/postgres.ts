import { PostgresDialect } from 'kysely';
import pg from 'pg';

const bigint = 20;

/** Sequence numbers and counts fit a double; `pg` hands out bigint columns as text unless told otherwise. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  return oid === bigint ? Number : pg.types.getTypeParser(oid, format ?? 'text');
}

/** A pool of connections to `url`. `onError` hears of connections that the server dropped. */
export function postgresDialect(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: typeParser },
  });
  // Said of every connection, in use or idle: without a listener, a server that goes away ends this process.
  pool.on('connect', (client) => client.on('error', onError));
  // The pool repeats what its idle connections say.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}
