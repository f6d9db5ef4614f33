import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** The portal's data. Everything outside `server/store/` is the same on both engines. */
export interface Store {
  readonly engine: Engine;
  readonly db: Db;
  /** Runs `work` in one transaction: all of its writes, or none if it throws. */
  transact<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Makes the transactions that append to the change log commit one after another, so that a lower `seq` is
   * never seen after a higher one. To be called before the first append of a transaction.
   */
  lockChangeLog(trx: Trx): Promise<void>;
  /** A time as the engine's account tables keep it. */
  accountTime(time: Date): Date | string;
  /** A boolean as the engine's account tables keep it. */
  accountFlag(value: boolean): boolean | number;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Folder of the SQLite file; made if it is missing. */
  dataDir: string;
  /** `postgres://…`, or undefined for SQLite. */
  databaseUrl?: string | undefined;
  onConnectionError?: (error: Error) => void;
}

export function openStore(options: StoreOptions): Store {
  return options.databaseUrl
    ? openPostgres(options.databaseUrl, options.onConnectionError ?? (() => {}))
    : openSqlite(options.dataDir);
}

function openSqlite(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db: Db = new Kysely({ dialect: sqliteDialect(join(dataDir, 'portal.sqlite')) });
  return {
    engine: 'sqlite',
    db,
    transact: (work) => db.transaction().execute(work),
    // SQLite has one writer at a time already.
    lockChangeLog: async () => {},
    accountTime: (time) => time.toISOString(),
    accountFlag: Number,
    close: () => db.destroy(),
  };
}

/** Any number will do, as long as nothing else in the database uses it as an advisory lock. */
const changeLogLock = 7_130_001;

function openPostgres(url: string, onError: (error: Error) => void): Store {
  const db: Db = new Kysely({ dialect: postgresDialect(url, onError) });
  return {
    engine: 'postgres',
    db,
    transact: (work) => db.transaction().execute(work),
    lockChangeLog: async (trx) => {
      await sql`select pg_advisory_xact_lock(${changeLogLock})`.execute(trx);
    },
    accountTime: (time) => time,
    accountFlag: (value) => value,
    close: () => db.destroy(),
  };
}
