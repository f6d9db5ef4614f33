import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trx } from './transaction.ts';

/** Throws if the transaction must not go on. */
type TransactionGuard = (trx: Trx) => Promise<void>;

const guards = new AsyncLocalStorage<TransactionGuard>();

/**
 * Runs `work`; every transaction that begins in it calls `guard` first, inside of it. `work` need not know: a new route
 * cannot forget it. Transactions that begin after `work` has ended, such as those that send mail, are not guarded.
 */
export async function guardTransactions<T>(guard: TransactionGuard, work: () => Promise<T>): Promise<T> {
  let ended = false;
  try {
    return await guards.run(async (trx) => (ended ? undefined : guard(trx)), work);
  } finally {
    ended = true;
  }
}

/** Binds the guard of the caller, since a transaction may run in the group of another request. */
export function guarded<T>(work: (trx: Trx) => Promise<T>): (trx: Trx) => Promise<T> {
  const guard = guards.getStore();
  if (!guard) return work;
  return async (trx) => {
    // Transactions that end sessions may append too: one order of locks, so that none waits for the other.
    await trx.changes.lock();
    await guard(trx);
    return work(trx);
  };
}
