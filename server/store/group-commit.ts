import { setImmediate as macrotask } from 'node:timers/promises';
import { sql } from 'kysely';
import { isConflict, isTimeOut } from './database-errors.ts';
import type { Trx } from './transaction.ts';

/** Maximum number of transactions in one commit, so that reads and other requests are not delayed too long. */
const groupSize = 32;

interface Job {
  /** Runs the work, which may happen again if the engine aborts the group. Its outcome is reported by `settle`. */
  run(trx: Trx): Promise<void>;
  /** Makes this error the outcome. */
  refuse(error: unknown): void;
  settle(): void;
}

export interface GroupCommitOptions {
  /** Runs `work` in one engine transaction. */
  begin: (work: (trx: Trx) => Promise<void>) => Promise<void>;
}

/**
 * Transactions that come together share one commit, because flushing to disk is the main cost of a durable write. Each
 * is atomic within its own savepoint, and its outcome is reported only after the shared commit. If that commit fails, or
 * the engine aborts the whole transaction (on a full disk), all of them fail. Of 32 writes that come together each takes a
 * tenth of the time of a single one, or less. Row k of the bench needs it on a disk whose flush takes 8 ms, and row l, for
 * updates, on PostgreSQL.
 */
export function createGroupCommit({ begin }: GroupCommitOptions) {
  const waiting: Job[] = [];
  let running = false;

  async function commitWaiting(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // Lets requests that have already arrived join.
      await macrotask();
      await commitGroup(waiting.splice(0, groupSize));
    }
    running = false;
  }

  async function commitGroup(group: Job[]): Promise<void> {
    try {
      await begin(async (trx) => {
        const [only] = group;
        if (only && group.length === 1) await only.run(trx);
        else for (const job of group) await runInSavepoint(job, trx);
      });
    } catch (error) {
      // Those that came meanwhile have waited too, and would wait as long again.
      if (isTimeOut(error)) group.push(...waiting.splice(0));
      for (const job of group) job.refuse(error);
    }
    for (const job of group) job.settle();
  }

  return function transact<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let settle: (() => void) | undefined;
      waiting.push({
        async run(trx) {
          const value = await work(trx);
          settle = () => resolve(value);
        },
        refuse(error) {
          settle = () => reject(error);
        },
        settle: () => settle?.(),
      });
      if (!running) void commitWaiting();
    });
  };
}

async function runInSavepoint(job: Job, trx: Trx): Promise<void> {
  await sql`savepoint job`.execute(trx);
  try {
    await job.run(trx);
    await sql`release job`.execute(trx);
  } catch (error) {
    // The group runs again, or none of it waits any longer.
    if (isConflict(error) || isTimeOut(error)) throw error;
    // If the engine has aborted the whole transaction, there is no savepoint to roll back to.
    await sql`rollback to job`.execute(trx).catch(() => {
      throw error;
    });
    await sql`release job`.execute(trx);
    job.refuse(error);
  }
}
