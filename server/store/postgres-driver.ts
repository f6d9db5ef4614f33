import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { NamedQuery } from './compiled-query.ts';
import type { DeferringConnection } from './defer.ts';

export interface DriverOptions {
  /** Statements that begin every transaction. */
  firstStatements?: string | undefined;
  /** Whether PostgreSQL plans a compiled query once for each connection; a transaction pooler would mix them up. */
  prepares: boolean;
  /** False for statements outside transactions whose commits do not wait for the disk. */
  flushes: boolean;
}

/** Kysely's driver with connections that can send a statement before they have the result of the one before. */
export class PipelinedDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #options: DriverOptions;
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();

  constructor(pool: pg.Pool, options: DriverOptions) {
    super({ pool });
    this.#pool = pool;
    this.#options = options;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known) return known;
    const { prepares, flushes } = this.#options;
    const connection = flushes
      ? new PipelinedConnection(client, prepares)
      : new UnflushedConnection(client, prepares, this.#first('set local synchronous_commit = off'));
    this.#connections.set(client, connection);
    return connection;
  }

  /** Sent with the transaction's first statement. */
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    asPipelined(connection).defer(
      this.#first(isolationLevel && `set transaction isolation level ${isolationLevel}`),
    );
  }

  /** The beginning of a transaction with this setting. */
  #first(setting?: string): CompiledQuery {
    const statements = ['begin', setting, this.#options.firstStatements];
    return CompiledQuery.raw(statements.filter((statement) => statement !== undefined).join('; '));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await asPipelined(connection).rollback();
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asPipelined(connection).release();
  }
}

function asPipelined(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection;
  throw new TypeError('not a connection of this driver');
}

class PipelinedConnection implements DatabaseConnection, DeferringConnection {
  readonly #client: pg.PoolClient;
  readonly #prepares: boolean;
  #deferred: CompiledQuery[] = [];
  #broken = false;

  constructor(client: pg.PoolClient, prepares: boolean) {
    this.#client = client;
    this.#prepares = prepares;
  }

  async executeQuery<Row>(query: CompiledQuery & Partial<NamedQuery>): Promise<QueryResult<Row>> {
    const deferred = this.#deferred.splice(0);
    const [result, ...earlier] = this.together(() => {
      const sent = deferred.map((one) => this.send(one));
      return [this.send<Row>(query), ...sent] as const;
    });
    await Promise.allSettled([result, ...earlier]);
    // The earlier statement's error is the cause of the later one's. A rollback undoes whatever failed before it.
    if (!query.sql.startsWith('rollback')) await Promise.all(earlier);
    return result;
  }

  defer(query: CompiledQuery): void {
    this.#deferred.push(query);
  }

  /** Writes to the socket once for all statements that `send` sends at once: each write costs both sides a wake-up. */
  protected together<T>(send: () => T): T {
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  protected async send<Row>({
    sql,
    parameters,
    name,
  }: CompiledQuery & Partial<NamedQuery>): Promise<QueryResult<Row>> {
    const result: Partial<pg.QueryResult> = await this.#client.query({
      text: sql,
      values: [...parameters],
      ...(this.#prepares && name !== undefined && { name }),
    });
    // Several statements in one, as in `firstStatements`, have several results, which nobody needs.
    const { command, rowCount, rows = [] } = result;
    // Kysely looks for the tag, because a commit of a failed transaction is a rollback.
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] };
    return { rows, ...(typeof rowCount === 'number' && { numAffectedRows: BigInt(rowCount) }) };
  }

  async rollback(): Promise<void> {
    this.#deferred = [];
    try {
      await this.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  // biome-ignore lint/correctness/useYield: the portal reads long results in pages.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('not supported');
  }
}

/**
 * A connection that runs each statement as a transaction whose commit does not wait for the disk, in one round trip.
 * The setting is the transaction's own, because a transaction pooler keeps no other.
 */
class UnflushedConnection extends PipelinedConnection {
  readonly #begin: CompiledQuery;

  constructor(client: pg.PoolClient, prepares: boolean, begin: CompiledQuery) {
    super(client, prepares);
    this.#begin = begin;
  }

  override async executeQuery<Row>(query: CompiledQuery & Partial<NamedQuery>): Promise<QueryResult<Row>> {
    const sent = [
      this.send(this.#begin),
      this.send<Row>(query),
      this.send(CompiledQuery.raw('commit')),
    ] as const;
    await Promise.allSettled(sent);
    const [, result] = await Promise.all(sent);
    return result;
  }
}
