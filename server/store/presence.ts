import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { OperatorError } from '#server/config/operator-error.ts';
import { isLocked } from './database-errors.ts';
import type { StoreOptions } from './open.ts';
import { connectionOptions } from './postgres.ts';
import { makePrivate } from './sqlite-file.ts';

/** A lock on a portal's data. The system releases it if the process dies. */
export interface DataLock {
  release(): Promise<void>;
}

type LockedLocation = Pick<StoreOptions, 'dataDir' | 'databaseUrl'>;

/** Running portals share the lock: one process on SQLite, any number on PostgreSQL. */
type Kind = 'shared' | 'exclusive';

/**
 * Locks a portal's data. A command whose work a running portal would not notice, and would overwrite, locks them exclusively.
 * Throws OperatorError while another process has a lock beside which this one cannot be.
 */
export function lockData({ dataDir, databaseUrl }: LockedLocation, kind: Kind): Promise<DataLock> {
  return databaseUrl ? lockPostgres(databaseUrl, kind) : lockSqlite(dataDir, kind);
}

const commandRuns = 'A restore or a move is under way on these data. Try again when it has ended.';
const portalRuns =
  'The portal is running on these data. Stop every process of it first, and start it again afterwards.';
const secondProcess =
  'The portal is already running on these data. Several processes at the same time need PostgreSQL (docs/scaling.md).';

async function lockSqlite(dataDir: string, kind: Kind): Promise<DataLock> {
  if (kind === 'shared') mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'running.lock');
  const lock = lockFile(file, kind === 'shared' ? 'one of many' : 'exclusive');
  if (lock) return lock;
  // A running portal shares the file with readers, a command does not.
  const beside = lockFile(file, 'shared');
  await beside?.release();
  if (!beside) throw new OperatorError(commandRuns);
  throw new OperatorError(kind === 'shared' ? secondProcess : portalRuns);
}

/** SQLite's locks. One process can hold 'one of many' beside any number that share the lock. */
const fileLocks = {
  shared: 'begin; select 1 from sqlite_master',
  'one of many': 'begin immediate',
  exclusive: 'begin exclusive',
};

/**
 * Locks a file through the operating system, which releases it however the process ends.
 * @returns null if another lock prevents it for `lockTimeout` milliseconds
 */
export function lockFile(file: string, kind: keyof typeof fileLocks, lockTimeout = 0): DataLock | null {
  makePrivate(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec(`pragma busy_timeout = ${lockTimeout}`);
    lock.exec(fileLocks[kind]);
  } catch (error) {
    lock.close();
    if (isLocked(error)) return null;
    throw error;
  }
  return {
    release: async () => {
      if (lock.isOpen) lock.close();
    },
  };
}

/** As for the locks in open.ts, an arbitrary id that nothing else in the database uses. */
const presenceLock = 7_130_003;
const retryAfter = 2_000;

async function lockPostgres(url: string, kind: Kind): Promise<DataLock> {
  let released = false;
  let timer: NodeJS.Timeout | undefined;
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...connectionOptions(url),
      query_timeout: 5_000,
      application_name: 'sdc-portal presence',
    });
    // If the server goes away, so does the lock; it is taken again when the server is back.
    fresh.on('error', () => {});
    try {
      await fresh.connect();
      if (!(await take(fresh, kind))) {
        const beside = kind === 'exclusive' && (await take(fresh, 'shared'));
        throw new OperatorError(beside ? portalRuns : commandRuns);
      }
    } catch (error) {
      // Until it has ended, the shared lock that was tried keeps the next command out.
      await fresh.end().catch(() => {});
      throw error;
    }
    fresh.on('end', retry);
    return fresh;
  }

  async function take(by: pg.Client, which: Kind): Promise<boolean> {
    const lock = which === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await by.query(`select ${lock}(${presenceLock}) as taken`);
    return rows[0].taken;
  }

  function retry(): void {
    if (released || kind === 'exclusive') return;
    timer = setTimeout(reconnect, retryAfter);
    timer.unref();
  }

  async function reconnect(): Promise<void> {
    try {
      client = await connect();
      if (released) await client.end();
    } catch {
      retry();
    }
  }

  return {
    async release() {
      released = true;
      clearTimeout(timer);
      await client.end().catch(() => {});
    },
  };
}
