import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { isLocked } from './database-errors.ts';
import { createMutex, type Mutex } from './mutex.ts';

/**
 * While opening, the engine itself waits for locks, because another process may be switching the file to WAL too.
 * Afterwards it must not, because that would block the whole process (docs/decisions/group-commit.md).
 */
const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  // Deleted content is overwritten, so that it is not in the file any more.
  'secure_delete = ON',
  'busy_timeout = 0',
] as const;

/** How long to wait for another process's lock, in milliseconds: a request must be answered within three seconds. */
const defaultLockTimeout = 2_500;
/** A lock that no statement has met for this long, in milliseconds, is not the one that was waited for before. */
const sameLockWithin = 1_000;
const maxPause = 25;

/** Size of the prepared statement cache; the portal has fewer distinct queries than this. */
const statementCacheSize = 500;

/**
 * Opens a SQLite file for Kysely's SQLite dialect, which expects another driver's interface: two ways to write through one
 * connection.
 */
export function openSqliteFile(file: string, lockTimeout = defaultLockTimeout) {
  const database = new DatabaseSync(file);
  for (const pragma of pragmas) database.exec(`PRAGMA ${pragma}`);
  const shared = { database, statements: adapt(database), mutex: createMutex(), lockTimeout };
  return {
    /** Each commit waits for the disk. */
    durable: dialectOf(shared, true),
    /**
     * A write outside a transaction does not: it survives the end of this process, but perhaps not a power cut. It takes
     * 0.1 ms; one that waits takes a flush of the disk, 4 to 8 ms on a busy one, in which no other request is answered.
     */
    unflushed: dialectOf(shared, false),
    /** Changes with each commit of another process; null while the file is locked. */
    dataVersion(): number | null {
      try {
        return Number(database.prepare('PRAGMA data_version').get()?.['data_version']);
      } catch (error) {
        if (isLocked(error)) return null;
        throw error;
      }
    },
  };
}

/** The one connection to the file, its prepared statements, and the mutex of their users. */
interface SharedConnection {
  database: DatabaseSync;
  statements: SqliteDatabase;
  mutex: Mutex;
  lockTimeout: number;
}

function dialectOf(shared: SharedConnection, flushes: boolean): Dialect {
  return {
    createDriver: () => new PortalSqliteDriver(shared, flushes),
    createAdapter: () => new PortalSqliteAdapter(shared),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class PortalSqliteDriver extends SqliteDriver {
  readonly #shared: SharedConnection;
  readonly #flushes: boolean;
  #connection: DatabaseConnection | undefined;

  constructor(shared: SharedConnection, flushes: boolean) {
    super({ database: shared.statements });
    this.#shared = shared;
    this.#flushes = flushes;
  }

  /** A mutex, because there is only one connection. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#shared.mutex.acquire();
    this.#connection ??= await this.#open();
    return this.#connection;
  }

  async #open(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const { database } = this.#shared;
    return waitForLocks(this.#flushes ? connection : withoutFlush(connection, database), this.#shared);
  }

  override async releaseConnection(): Promise<void> {
    this.#shared.mutex.release();
  }

  /**
   * Takes the write lock at the start of a transaction. A deferred transaction that reads first and writes later fails
   * immediately if another process (such as the operator's command) wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk the engine has already rolled back, so a missing transaction is not an error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#shared.database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * The connection, with statements that do not wait for the disk. Their writes reach it with the next commit that does.
 * The mutex keeps other statements out until then.
 */
function withoutFlush(connection: DatabaseConnection, database: DatabaseSync): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      database.exec('PRAGMA synchronous = NORMAL');
      try {
        return await connection.executeQuery<Row>(query);
      } finally {
        database.exec('PRAGMA synchronous = FULL');
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

/**
 * The connection, with statements that wait for another process's lock without blocking. Outside a transaction no
 * other statement depends on the waiting one, so it releases the connection meanwhile and readers are not delayed.
 * The time counts for the lock, not for the statement: the second write of a request does not wait all over again.
 */
function waitForLocks(
  connection: DatabaseConnection,
  { database, mutex, lockTimeout }: SharedConnection,
): DatabaseConnection {
  let lockedSince = 0;
  let lockSeen = Number.NEGATIVE_INFINITY;

  function hasWaitedEnough(): boolean {
    const now = performance.now();
    if (now - lockSeen > sameLockWithin) lockedSince = now;
    lockSeen = now;
    return now - lockedSince > lockTimeout;
  }

  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      for (let pause = 1; ; pause = Math.min(maxPause, pause * 2)) {
        try {
          const result = await connection.executeQuery<Row>(query);
          // This statement has had the lock, so the next wait is a new one.
          if (pause > 1 || database.isTransaction) lockSeen = Number.NEGATIVE_INFINITY;
          return result;
        } catch (error) {
          if (!isLocked(error) || database.isTransaction || hasWaitedEnough()) throw error;
        }
        mutex.release();
        await wait(pause * (0.5 + Math.random() / 2));
        await mutex.acquire();
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

/** An engine that can read without waiting, such as SQLite: its statements return immediately. */
export interface ImmediateReads {
  /** The rows of a read outside any transaction, or null if it must wait: for a transaction or for a lock. */
  readNow<Row>(sql: string, parameters: readonly unknown[]): Row[] | null;
}

class PortalSqliteAdapter extends SqliteAdapter implements ImmediateReads {
  readonly #shared: SharedConnection;

  constructor(shared: SharedConnection) {
    super();
    this.#shared = shared;
  }

  /** Otherwise Kysely would queue connections itself; the driver's mutex does that. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite can roll back DDL, so that migrations are all or nothing. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  readNow<Row>(sql: string, parameters: readonly unknown[]): Row[] | null {
    if (this.#shared.mutex.taken) return null;
    try {
      return this.#shared.statements.prepare(sql).all(parameters) as Row[];
    } catch (error) {
      if (isLocked(error)) return null;
      throw error;
    }
  }
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = adaptStatement(database, sql);
      // Cached statements may have outdated column names.
      if (schemaChange.test(sql)) statements.clear();
      else if (statements.size < statementCacheSize) statements.set(sql, statement);
      return statement;
    },
  };
}

const schemaChange = /^\s*(?:create|alter|drop)\b/i;

function adaptStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const statement: StatementSync = database.prepare(sql);
  statement.setReturnArrays(true);
  let toRow = rowFactory(statement);
  return {
    reader: statement.columns().length > 0,
    all(parameters) {
      const rows = statement.all(...bound(parameters)) as unknown as SQLOutputValue[][];
      // Another process has added a column.
      if (rows[0] && rows[0].length !== toRow.columns) toRow = rowFactory(statement);
      return rows.map(toRow.of);
    },
    run: (parameters) => statement.run(...bound(parameters)),
    // A cached statement is reset by its next use, so a long read prepares its own.
    iterate: (parameters) => database.prepare(sql).iterate(...bound(parameters)),
  };
}

/** SQLite has no times or booleans: they are stored as ISO 8601 text and as 0 or 1. */
function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value instanceof Date) return value.toISOString();
    return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue;
  });
}

/**
 * Creates row objects that share one hidden class, which takes less than half the memory of node:sqlite's own rows
 * (docs/decisions/memory.md). With those, `GET /api/me` takes 12 % more CPU time.
 */
function rowFactory(statement: StatementSync) {
  const names = statement.columns().map((column) => column.name);
  const blank: Record<string, SQLOutputValue> = Object.fromEntries(names.map((name) => [name, null]));
  return {
    columns: names.length,
    of(values: SQLOutputValue[]): Record<string, SQLOutputValue> {
      const row = { ...blank };
      let index = 0;
      for (const name of names) {
        row[name] = values[index] ?? null;
        index += 1;
      }
      return row;
    },
  };
}
