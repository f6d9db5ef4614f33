import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';

const bigint = 20;

/** How long the server lets a statement run, wait for a lock, and a transaction stand still, in milliseconds. */
const serverLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Sequence numbers and counts fit a double; `pg` hands out bigint columns as text unless told otherwise. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  return oid === bigint ? Number : pg.types.getTypeParser(oid, format ?? 'text');
}

export interface PostgresOptions {
  /** Whether the address leads to a transaction pooler, which keeps no settings of a connection. */
  pooled: boolean;
  /** Hears of connections that the server dropped. */
  onError: (error: Error) => void;
}

/**
 * A pool of connections to `url`. Each has the server's time-outs from its start; through a pooler, each
 * transaction sets them for itself, and the role's settings hold for statements outside of any.
 */
export function postgresDialect(url: string, { pooled, onError }: PostgresOptions): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(!pooled && serverLimits),
    types: { getTypeParser: typeParser },
  });
  // Said of every connection, in use or idle: without a listener, a server that goes away ends this process.
  pool.on('connect', (client) => client.on('error', onError));
  // The pool repeats what its idle connections say.
  pool.on('error', () => {});
  return new PortalPostgresDialect({ pool }, pooled);
}

class PortalPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #pooled: boolean;

  constructor(config: PostgresDialectConfig, pooled: boolean) {
    super(config);
    this.#config = config;
    this.#pooled = pooled;
  }

  override createDriver(): PostgresDriver {
    return this.#pooled ? new PooledPostgresDriver(this.#config) : new PostgresDriver(this.#config);
  }

  override createAdapter(): PostgresAdapter {
    return new PortalPostgresAdapter();
  }
}

const limitsOfTransaction = Object.entries(serverLimits)
  .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
  .join('; ');

class PooledPostgresDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(limitsOfTransaction));
  }
}

/** Kysely's own lock belongs to a connection, and a pooler would leave it behind; `migrate` takes another. */
class PortalPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
