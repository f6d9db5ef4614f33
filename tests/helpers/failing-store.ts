import type { KyselyPlugin } from 'kysely';
import type { Store, Trx } from '#server/store/open.ts';

/** Fails a transaction before the nth statement since this was set, counted from 1; null lets all pass. */
export interface Fault {
  before: number | null;
}

export class InjectedFault extends Error {}

/**
 * A store of which a transaction fails before a statement; each commit counts as one. Statements are counted over all
 * transactions, so that work in two of them, of which the second one fails, is found half done.
 */
export function failingStore(store: Store, fault: Fault): Store {
  let set = fault.before;
  let count = 0;
  function step(): void {
    if (fault.before !== set) count = 0;
    set = fault.before;
    count += 1;
    if (count === fault.before) throw new InjectedFault(`before statement ${count}`);
  }
  function failing(transact: Store['transact']): Store['transact'] {
    return (work) =>
      transact(async (trx) => {
        const counting: KyselyPlugin = {
          transformQuery({ node }) {
            step();
            return node;
          },
          transformResult: async ({ result }) => result,
        };
        const changes: Trx['changes'] = {
          ...trx.changes,
          append(appended) {
            step();
            return trx.changes.append(appended);
          },
        };
        const result = await work(Object.assign(trx.withPlugin(counting), { changes }));
        step();
        return result;
      });
  }
  return { ...store, transact: failing(store.transact), change: failing(store.change) };
}

/** A store whose database is unreachable: every query outside a transaction fails. */
export function failingReads(store: Store): Store {
  const unreachable: KyselyPlugin = {
    transformQuery() {
      throw Object.assign(new InjectedFault('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...store,
    db: store.db.withPlugin(unreachable),
    counters: store.counters.withPlugin(unreachable),
  };
}
