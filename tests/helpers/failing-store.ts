import type { KyselyPlugin } from 'kysely';
import type { Store, Trx } from '#server/store/open.ts';

/** Fails the next transaction before its nth statement, counted from 1; null lets it pass. */
export interface Fault {
  before: number | null;
}

export class InjectedFault extends Error {}

/**
 * A store whose transactions fail before their nth statement; the commit counts as the last one. `fault.before` applies
 * to every transaction until it is changed.
 */
export function failingStore(store: Store, fault: Fault): Store {
  function failing(transact: Store['transact']): Store['transact'] {
    return (work) =>
      transact(async (trx) => {
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
