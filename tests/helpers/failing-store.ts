import type { KyselyPlugin } from 'kysely';
import { expect } from 'vitest';
import type { Store, Trx } from '#server/store/open.ts';
import type { TestApp } from './app.ts';
import { everythingStored } from './records.ts';
import { type Answer, refusedWith } from './visitor.ts';

/** Fails a transaction before the nth statement since this was set, counted from 1; null lets all pass. */
export interface Fault {
  before: number | null;
  /** By default one that the portal does not expect. */
  error?: Error;
}

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
    if (count === fault.before) throw fault.error ?? new Error(`before statement ${count}`);
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

/**
 * Lets a write fail before each of its statements, of which there are at least so many, and then succeed: a write that
 * failed has stored nothing.
 */
export async function expectAtomic(
  portal: TestApp,
  fault: Fault,
  { statements, write }: { statements: number; write: () => Promise<Answer> },
): Promise<Answer> {
  const before = await everythingStored(portal.store);
  let failures = 0;
  for (fault.before = 1; ; fault.before += 1) {
    const answer = await write();
    if (answer.status < 400) {
      expect(failures).toBeGreaterThanOrEqual(statements);
      expect(portal.takeErrors()).toHaveLength(failures);
      return answer;
    }
    failures += 1;
    expect(answer).toMatchObject(refusedWith(500, 'INTERNAL_ERROR'));
    expect(answer.text).not.toContain('statement');
    expect(await everythingStored(portal.store)).toEqual(before);
  }
}

/** A store whose database is unreachable: every query outside a transaction fails. */
export function failingReads(store: Store): Store {
  const unreachable: KyselyPlugin = {
    transformQuery() {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
    transformResult: async ({ result }) => result,
  };
  return { ...store, db: store.db.withPlugin(unreachable), counters: store.counters.withPlugin(unreachable) };
}
