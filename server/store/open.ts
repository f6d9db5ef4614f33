import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { type ChangeEvent, changeEvent, lookAgain } from '#domain/live-events.ts';
import { isConflict, isLocked } from './database-errors.ts';
import { databaseFile } from './database-file.ts';
import { createGroupCommit } from './group-commit.ts';
import { postgresDialect } from './postgres.ts';
import { type Listener, listen } from './postgres-listener.ts';
import { retrying } from './retry.ts';
import { openSqliteFile } from './sqlite.ts';
import { makePrivate } from './sqlite-file.ts';
import { type Tables, tableNames } from './tables.ts';
import { type LogHooks, type Trx, withChanges } from './transaction.ts';
import { guarded } from './transaction-guard.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Tables>;
export type { Trx };

/** The portal's data. Code outside `server/store/` does not depend on the engine. */
export interface Store {
  readonly engine: Engine;
  readonly db: Db;
  /**
   * A second handle on the data, for single statements that count requests: their writes do not wait for the disk
   * (docs/decisions/limits.md), so a power cut may lose the last ones. Not for transactions.
   */
  readonly counters: Db;
  /**
   * Runs `work` in a transaction, which is rolled back if it throws; within a request, after its guard
   * (transaction-guard.ts). If the engine aborts it in favour of another
   * transaction, `work` runs again, so it must not have side effects outside the transaction that cannot be repeated.
   */
  transact<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction that has the lock of the change log from its start. Such transactions that come
   * together share one commit. For work that reads records before it writes them, which needs the lock in any case.
   */
  change<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after each commit that appended to the change log, once for each thing to look at again, and with
   * `lookAgain` where another process may have written unnoticed. Resolves when no later commit can be missed.
   */
  watchChanges(listener: (event: ChangeEvent) => void): Promise<void>;
  /**
   * Runs `work`, which migrates the schema or replaces all data, in a transaction that excludes all other processes and
   * has no time-out, but for its wait to begin.
   */
  exclusiveTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Runs `work` on a consistent snapshot of the data, without a time-out. */
  snapshot<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Problems that the engine finds in its own files; empty if there are none. */
  integrityFaults(): Promise<string[]>;
  /** Takes what was deleted out of the engine's files too, as far as no other process is reading it. */
  scrub(): Promise<void>;
  /** Call it after many rows were written: new sequence numbers follow the highest one, and queries are planned for these rows. */
  finishBulkWrite(trx: Trx): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Folder of the SQLite file; created if it is missing. */
  dataDir: string;
  /** `postgres://…`, or undefined for SQLite. */
  databaseUrl?: string | undefined;
  /** How long SQLite statements wait for another process's lock, in milliseconds; defaults to 2,500. */
  lockTimeout?: number;
  /** How long a PostgreSQL connection may be silent during a statement, in milliseconds; defaults to 20,000. */
  silence?: number;
  onConnectionError?: (error: Error) => void;
}

/** How often exclusive work asks for the lock of a process that may be migrating or restoring: about a minute long. */
const exclusiveAttempts = 80;

export function openStore(options: StoreOptions): Store {
  return options.databaseUrl ? openPostgres(options.databaseUrl, options) : openSqlite(options);
}

function openSqlite({ dataDir, lockTimeout }: StoreOptions): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = databaseFile(dataDir);
  makePrivate(file);
  const { durable, unflushed, dataVersion } = openSqliteFile(file, lockTimeout);
  const db: Db = new Kysely({ dialect: durable });
  const emitter = new EventEmitter<{ change: [ChangeEvent] }>();
  let watch: NodeJS.Timeout | undefined;
  // SQLite has a single writer, so appends are in order without a lock, and no other process listens.
  const hooks = { lock: async () => {}, notify: async () => {} };
  async function inTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    const run = async (trx: Trx) => ({ value: await work(trx), events: trx.changes.events });
    const { value, events } = await withChanges(db.transaction(), hooks, run);
    for (const event of events.values()) emitter.emit('change', event);
    return value;
  }
  // The single writer holds the lock of the log in any transaction.
  const inGroup = createGroupCommit({ begin: inTransaction });
  const transact = <T>(work: (trx: Trx) => Promise<T>) => inGroup(guarded(work));
  return {
    engine: 'sqlite',
    db,
    counters: new Kysely({ dialect: unflushed }),
    transact,
    change: transact,
    async watchChanges(listener) {
      emitter.on('change', listener);
      watch ??= watchVersion(dataVersion, () => emitter.emit('change', lookAgain));
    },
    // A SQLite transaction holds the write lock from its first statement, so a lock error means that nothing has run.
    exclusiveTransaction: (work) => retrying(() => inTransaction(work), isLocked, exclusiveAttempts),
    snapshot: inTransaction,
    integrityFaults: async () => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      const broken = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
      return [
        ...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...broken.rows.map((row) => `a row of ${row.table} refers to nothing`),
      ];
    },
    // The write-ahead log still holds the pages as they were.
    scrub: async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(db)),
    // AUTOINCREMENT continues after the highest number it has ever used.
    finishBulkWrite: async () => {},
    async close() {
      clearInterval(watch);
      await db.destroy();
    },
  };
}

/** Milliseconds between checks whether another process has written to the SQLite file. */
const versionInterval = 1_000;

/** Calls `onWrite` when another process, which is an operator's command, has written to the SQLite file. */
function watchVersion(version: () => number | null, onWrite: () => void): NodeJS.Timeout {
  let known = version();
  return setInterval(() => {
    const now = version();
    if (now !== null && known !== null && now !== known) onWrite();
    known = now ?? known;
  }, versionInterval).unref();
}

/** Arbitrary advisory lock ids that nothing else in the database uses. */
const changeLogLock = 7_130_001;
const exclusiveLock = 7_130_002;
const changeChannel = 'portal_changes';

function openPostgres(url: string, { silence, onConnectionError: onError = () => {} }: StoreOptions): Store {
  const db: Db = new Kysely({ dialect: postgresDialect(url, { onError, silence }) });
  const counters: Db = new Kysely({ dialect: postgresDialect(url, { onError, silence, flushes: false }) });
  const unlimitedDb: Db = new Kysely({ dialect: postgresDialect(url, { onError, unlimited: true }) });
  const emitter = new EventEmitter<{ change: [ChangeEvent] }>();
  const hooks: LogHooks = {
    lock: async (trx) => void (await sql`select pg_advisory_xact_lock(${changeLogLock})`.execute(trx)),
    // Sent with the commit, so a listener finds the rows.
    async notify(trx, events) {
      await sql`select pg_notify(${changeChannel}, event)
        from json_array_elements_text(${JSON.stringify(events)}::json) as event`.execute(trx);
    },
  };
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>) =>
    retrying(() => withChanges(db.transaction(), hooks, work), isConflict);
  const inGroup = createGroupCommit({
    begin: (work) =>
      inTransaction(async (trx) => {
        await trx.changes.lock();
        return work(trx);
      }),
  });
  let listener: Listener | undefined;
  return {
    engine: 'postgres',
    db,
    counters,
    transact: (work) => inTransaction(guarded(work)),
    change: (work) => inGroup(guarded(work)),
    // The listener hears of the commits of every process, this one included.
    watchChanges(watcher) {
      emitter.on('change', watcher);
      listener ??= listen(url, changeChannel, {
        onNotice: (payload) => emitter.emit('change', changeEvent.parse(JSON.parse(payload))),
        onMissed: () => emitter.emit('change', lookAgain),
        onError,
        heartbeat: silence,
      });
      return listener.started;
    },
    exclusiveTransaction: (work) =>
      withChanges(unlimitedDb.transaction(), hooks, async (trx) => {
        await liftTimeouts(trx);
        await sql`select pg_advisory_xact_lock(${exclusiveLock})`.execute(trx);
        return work(trx);
      }),
    snapshot: (work) =>
      withChanges(unlimitedDb.transaction().setIsolationLevel('repeatable read'), hooks, async (trx) => {
        await liftTimeouts(trx);
        return work(trx);
      }),
    // PostgreSQL verifies data checksums as it reads pages, and the other checks read every row.
    integrityFaults: async () => [],
    // Autovacuum does.
    scrub: async () => {},
    finishBulkWrite: async (trx) => {
      await sql`select setval(pg_get_serial_sequence('changes', 'seq'), coalesce(max(seq), 0) + 1, false) from changes`.execute(
        trx,
      );
      // Autovacuum, which cannot see rows before their commit, may have counted none: joins of 100,000 would take minutes.
      await sql`analyze ${sql.join(tableNames.map((table) => sql.table(table)))}`.execute(trx);
    },
    async close() {
      await listener?.close();
      await Promise.all([db, counters, unlimitedDb].map((each) => each.destroy()));
    },
  };
}

/** Lifts the time-outs that the server or the role sets, for the rest of the transaction. */
async function liftTimeouts(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = '1h'`.execute(trx);
}
