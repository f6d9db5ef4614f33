import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';

/** The time-out comes first: another process may be switching the file to WAL as well. */
const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
] as const;

/** How many prepared statements are kept; the portal has fewer distinct queries than this. */
const statementCacheSize = 500;

/** Opens a SQLite file and hands it to Kysely's own SQLite dialect, which expects another driver's shape. */
export function sqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file);
  for (const pragma of pragmas) database.exec(`PRAGMA ${pragma}`);
  return new PortalSqliteDialect({ database: adapt(database) });
}

class PortalSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Takes the write lock at the start of a transaction. A deferred transaction that reads first and writes later
 * fails at once if another process (the operator's command, say) wrote in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite rolls DDL back like any other write; saying so makes migrations all or nothing, in one process. */
class TransactionalSqliteAdapter extends SqliteAdapter {
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
      if (statements.size < statementCacheSize) statements.set(sql, statement);
      return statement;
    },
  };
}

function adaptStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const statement: StatementSync = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    // A cached statement is reset by its next use, so a long read gets one of its own.
    iterate: (parameters) => database.prepare(sql).iterate(...(parameters as SQLInputValue[])),
  };
}
