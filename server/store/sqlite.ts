import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { isLocked } from './database-errors.ts';
import { createMutex, type Mutex } from './mutex.ts';

/**
 * While it is opened, the engine waits for a lock by itself: another process may be switching the file to WAL as
 * well. After that it must not, since everybody in this process would wait with it (docs/decisions/0019).
 */
const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 0',
] as const;

/** How long a statement waits for another process's lock, in milliseconds. */
const defaultLockTimeout = 5_000;
const longestPause = 25;

/** How many prepared statements are kept; the portal has fewer distinct queries than this. */
const statementCacheSize = 500;

/** Opens a SQLite file and hands it to Kysely's own SQLite dialect, which expects another driver's shape. */
export function sqliteDialect(file: string, lockTimeout = defaultLockTimeout): SqliteDialect {
  const database = new DatabaseSync(file);
  for (const pragma of pragmas) database.exec(`PRAGMA ${pragma}`);
  return new PortalSqliteDialect(database, lockTimeout);
}

class PortalSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync;
  readonly #lockTimeout: number;

  constructor(database: DatabaseSync, lockTimeout: number) {
    super({ database: adapt(database) });
    this.#database = database;
    this.#lockTimeout = lockTimeout;
  }

  override createDriver(): SqliteDriver {
    return new PortalSqliteDriver(this.#database, this.#lockTimeout);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

class PortalSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #lockTimeout: number;
  readonly #mutex = createMutex();
  #patient: DatabaseConnection | undefined;

  constructor(database: DatabaseSync, lockTimeout: number) {
    super({ database: adapt(database) });
    this.#database = database;
    this.#lockTimeout = lockTimeout;
  }

  /** One at a time: there is one connection. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.acquire();
    this.#patient ??= patient(await super.acquireConnection(), this.#database, {
      mutex: this.#mutex,
      lockTimeout: this.#lockTimeout,
    });
    return this.#patient;
  }

  override async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  /**
   * Takes the write lock at the start of a transaction. A deferred transaction that reads first and writes later
   * fails at once if another process (the operator's command, say) wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk the engine has rolled back by itself; that there is nothing left to undo is no error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * The connection, with statements that wait for another process's lock. Outside of a transaction nothing hangs on a
 * statement but itself, so while it waits the others have their turns: who only reads is not held up.
 */
function patient(
  connection: DatabaseConnection,
  database: DatabaseSync,
  { mutex, lockTimeout }: { mutex: Mutex; lockTimeout: number },
): DatabaseConnection {
  return {
    async executeQuery(query) {
      const deadline = performance.now() + lockTimeout;
      for (let pause = 1; ; pause = Math.min(longestPause, pause * 2)) {
        try {
          return await connection.executeQuery(query);
        } catch (error) {
          if (!isLocked(error) || database.isTransaction || performance.now() > deadline) throw error;
        }
        mutex.release();
        await wait(pause * (0.5 + Math.random() / 2));
        await mutex.acquire();
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

/** SQLite rolls DDL back like any other write; saying so makes migrations all or nothing, in one process. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  /** Kysely would keep the others waiting; the driver gives them their turns. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
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
      // What `select *` answers may be called otherwise from now on.
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
  let toRow = rowMaker(statement);
  return {
    reader: statement.columns().length > 0,
    all(parameters) {
      const rows = statement.all(...bound(parameters)) as unknown as SQLOutputValue[][];
      // Another process has added a column.
      if (rows[0] && rows[0].length !== toRow.columns) toRow = rowMaker(statement);
      return rows.map(toRow.of);
    },
    run: (parameters) => statement.run(...bound(parameters)),
    // A cached statement is reset by its next use, so a long read gets one of its own.
    iterate: (parameters) => database.prepare(sql).iterate(...bound(parameters)),
  };
}

/** SQLite has no times and no booleans: they are kept as ISO 8601 text and as 0 or 1. */
function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value instanceof Date) return value.toISOString();
    return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue;
  });
}

/**
 * Makes rows of the values that a statement answers. Rows that all have the form of one blank take under half of the
 * memory of those that node:sqlite makes, each of which is a table of names of its own (docs/decisions/0023).
 */
function rowMaker(statement: StatementSync) {
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
