import { setImmediate as macrotask } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Trx } from './transaction.ts';

/** Maximum number of transactions in one commit, so that reads and other requests are not delayed too long. */
const groupSize = 32;

interface Job {
  /** Runs the work; its result is reported by `settle`. */
  run(trx: Trx): Promise<void>;
  settle(): void;
  fail(error: unknown): void;
}

export interface GroupCommitOptions {
  /** Runs `work` in one engine transaction. */
  begin: (work: (trx: Trx) => Promise<Trx>) => Promise<Trx>;
  /** Called after each commit. */
  committed: (trx: Trx) => void;
}

/**
 * Transactions started in the same turn of the event loop share one commit, because flushing to disk is the main cost
 * of a durable write. Each is atomic within its own savepoint and resolves only after the shared commit. If that
 * commit fails, or the engine aborts the whole transaction (on a full disk), all of them fail.
 */
export function createGroupCommit({ begin, committed }: GroupCommitOptions) {
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

  async function commitGroup(group: readonly Job[]): Promise<void> {
    try {
      const transaction = await begin(async (trx) => {
        const [only] = group;
        if (only && group.length === 1) await only.run(trx);
        else for (const job of group) await runInSavepoint(job, trx);
        return trx;
      });
      committed(transaction);
    } catch (error) {
      for (const job of group) job.fail(error);
      return;
    }
    for (const job of group) job.settle();
  }

  return function transact<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { value: T } | undefined;
      waiting.push({
        async run(trx) {
          result = { value: await work(trx) };
        },
        settle: () => result && resolve(result.value),
        fail: reject,
      });
      if (!running) void commitWaiting();
    });
  };
}

async function runInSavepoint(job: Job, trx: Trx): Promise<void> {
  await sql`savepoint job`.execute(trx);
  try {
    await job.run(trx);
  } catch (error) {
    // If the engine has aborted the whole transaction, there is no savepoint to roll back to.
    await sql`rollback to job`.execute(trx).catch(() => {
      throw error;
    });
    job.fail(error);
  }
  await sql`release job`.execute(trx);
}
