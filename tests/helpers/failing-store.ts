import type { KyselyPlugin } from 'kysely';
import type { Store, Trx } from '#server/store/open.ts';

/** Where the next transaction fails: before its nth statement, counted from 1; null lets it pass. */
export interface Fault {
  before: number | null;
}

export class InjectedFault extends Error {}

/**
 * The store with transactions that fail on purpose: before their nth statement, the commit counting as the
 * last one. What `fault.before` says holds for every transaction until it is changed.
 */
export function failingStore(store: Store, fault: Fault): Store {
  return {
    ...store,
    transact: (work) =>
      store.transact(async (trx) => {
        let count = 0;
        function step(): void {
          count += 1;
          if (count === fault.before) throw new InjectedFault(`before statement ${count}`);
        }
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
      }),
  };
}

/** The store as it is while the database cannot be reached: every query outside a transaction fails so. */
export function failingReads(store: Store): Store {
  const unreachable: KyselyPlugin = {
    transformQuery() {
      throw Object.assign(new InjectedFault('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
    transformResult: async ({ result }) => result,
  };
  return { ...store, db: store.db.withPlugin(unreachable) };
}
