import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { createChangeEmitter } from './change-emitter.ts';
import { isConflict } from './database-errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { postgresDialect } from './postgres.ts';
import { type Listener, listen } from './postgres-listener.ts';
import { retrying } from './retry.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { type Trx, withChanges } from './transaction.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Tables>;
export type { Trx };

/** The portal's data. Everything outside `server/store/` is the same on both engines. */
export interface Store {
  readonly engine: Engine;
  readonly db: Db;
  /**
   * Runs `work` in one transaction: all of its writes, or none if it throws. Where the engine undoes it in favour
   * of another transaction, it is run again: what it does outside of the transaction must bear that.
   */
  transact<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Calls `wake` after each commit that appended to the change log, of this process and, on PostgreSQL, of every
   * other. Calls may be spurious, and may be missing after a lost connection, so readers poll the log as well.
   * @returns unsubscribes
   */
  watchChanges(wake: () => void): () => void;
  /**
   * Runs `work`, which changes the schema or replaces all there is, in one transaction that no other process's goes
   * on beside, and that may take its time.
   */
  exclusiveTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Runs `work`, which may take its time, on one unchanging state of the data. */
  snapshot<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** What the engine finds wrong with its own files; empty if they are whole. */
  integrityFaults(): Promise<string[]>;
  /** After copied rows: new sequence numbers go on behind the highest one. */
  continueSequences(trx: Trx): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Folder of the SQLite file; made if it is missing. */
  dataDir: string;
  /** `postgres://…`, or undefined for SQLite. */
  databaseUrl?: string | undefined;
  /** Where to listen for changes on PostgreSQL, where `databaseUrl` leads to a transaction pooler. */
  listenUrl?: string | undefined;
  /** How long a statement on SQLite waits for another process's lock, in milliseconds; 5,000 if not given. */
  lockTimeout?: number;
  onConnectionError?: (error: Error) => void;
}

export function openStore(options: StoreOptions): Store {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options) : openSqlite(options);
}

function openSqlite({ dataDir, lockTimeout }: StoreOptions): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db: Db = new Kysely({ dialect: sqliteDialect(join(dataDir, 'portal.sqlite'), lockTimeout) });
  const emitter = createChangeEmitter();
  // SQLite has one writer at a time, so appends are in order without a lock.
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>) =>
    withChanges(db.transaction(), async () => {}, work);
  return {
    engine: 'sqlite',
    db,
    transact: createGroupCommit({
      begin: inTransaction,
      committed: (trx) => trx.changes.lastSeq !== null && emitter.emit(),
    }),
    watchChanges: emitter.subscribe,
    // It has the write lock from its first statement on.
    exclusiveTransaction: inTransaction,
    snapshot: inTransaction,
    integrityFaults: async () => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      const broken = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
      return [
        ...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...broken.rows.map((row) => `a row of ${row.table} refers to nothing`),
      ];
    },
    // AUTOINCREMENT goes on behind the highest number that it has seen.
    continueSequences: async () => {},
    close: () => db.destroy(),
  };
}

/** Any numbers will do, as long as nothing else in the database uses them as advisory locks. */
const changeLogLock = 7_130_001;
const exclusiveLock = 7_130_002;
const changeChannel = 'portal_changes';

function openPostgres(url: string, { listenUrl, onConnectionError = () => {} }: StoreOptions): Store {
  const pooled = listenUrl !== undefined && listenUrl !== url;
  const db: Db = new Kysely({ dialect: postgresDialect(url, { pooled, onError: onConnectionError }) });
  const emitter = createChangeEmitter();
  const lockLog = async (trx: Db) => {
    await sql`select pg_advisory_xact_lock(${changeLogLock})`.execute(trx);
  };
  let listener: Listener | undefined;
  return {
    engine: 'postgres',
    db,
    async transact(work) {
      let seq: number | null = null;
      const once = () =>
        withChanges(db.transaction(), lockLog, async (trx) => {
          const done = await work(trx);
          seq = trx.changes.lastSeq;
          // Sent with the commit, so whoever hears it finds the row.
          if (seq !== null) await sql`select pg_notify(${changeChannel}, ${String(seq)})`.execute(trx);
          return done;
        });
      const result = await retrying(once, isConflict);
      if (seq !== null) emitter.emit();
      return result;
    },
    watchChanges(wake) {
      listener ??= listen(listenUrl ?? url, changeChannel, {
        wake: emitter.emit,
        onError: onConnectionError,
      });
      return emitter.subscribe(wake);
    },
    exclusiveTransaction: (work) =>
      withChanges(db.transaction(), lockLog, async (trx) => {
        await takeTime(trx);
        await sql`select pg_advisory_xact_lock(${exclusiveLock})`.execute(trx);
        return work(trx);
      }),
    snapshot: (work) =>
      withChanges(db.transaction().setIsolationLevel('repeatable read'), lockLog, async (trx) => {
        await takeTime(trx);
        return work(trx);
      }),
    // PostgreSQL verifies pages as it reads them (data checksums); the other checks read every row.
    integrityFaults: async () => [],
    continueSequences: async (trx) => {
      await sql`select setval(pg_get_serial_sequence('changes', 'seq'), coalesce(max(seq), 0) + 1, false) from changes`.execute(
        trx,
      );
    },
    async close() {
      await listener?.close();
      await db.destroy();
    },
  };
}

/** Lifts the time-outs that suit requests, for the rest of a transaction. */
async function takeTime(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = '1h'`.execute(trx);
}
