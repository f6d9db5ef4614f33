import type { Transaction, TransactionBuilder } from 'kysely';
import type { ChangedFields, ChangeKind } from '#domain/changes.ts';
import { chunk } from './chunk.ts';
import { compiledQuery } from './compiled-query.ts';
import { defer } from './defer.ts';
import { keepReplaced, replacedTexts, shortened } from './long-texts.ts';
import type { Tables } from './tables.ts';

/** A transaction that carries the change log. */
export type Trx = Transaction<Tables> & { readonly changes: TransactionChanges };

export interface Change {
  /** Whose record changed. */
  uid: string;
  /** The id of the account that changed it. */
  actor: string;
  kind: ChangeKind;
  /** ISO 8601, UTC. */
  at: string;
  fields: ChangedFields;
  /** Shared by changes that are made and undone together. */
  batch?: string;
  /** The `seq` of the change that this one undoes. */
  undoes?: number;
}

/** The change log within one transaction. */
export interface TransactionChanges {
  /**
   * Serialises transactions that append, so that a lower `seq` never becomes visible after a higher one. `append` does
   * this too; call it earlier if records are read before they are written.
   */
  lock(): Promise<void>;
  /** Appends changes in order, as part of the transaction. */
  append(changes: Change | readonly Change[]): Promise<void>;
  /** How many changes this transaction has appended. */
  readonly appended: number;
}

/** The engine's part of appending to the change log. */
export interface LogHooks {
  /** Serialises transactions that append. */
  lock(trx: Transaction<Tables>): Promise<void>;
  /** Makes the commit notify other processes. */
  notify(trx: Transaction<Tables>): Promise<void>;
}

/** Runs `work` in a transaction that carries the change log. */
export function withChanges<T>(
  builder: TransactionBuilder<Tables>,
  hooks: LogHooks,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return builder.execute((trx) => work(Object.assign(trx, { changes: createChanges(trx, hooks) })));
}

function createChanges(trx: Transaction<Tables>, hooks: LogHooks): TransactionChanges {
  let locked: Promise<void> | undefined;
  let appended = 0;
  function lock(): Promise<void> {
    locked ??= hooks.lock(trx);
    return locked;
  }
  return {
    lock,
    async append(changes) {
      await lock();
      const all = [changes].flat();
      // A change that replaced a long text must know its own number; there are never many of them.
      const pieces = all.some(({ fields }) => replacedTexts(fields))
        ? all.map((change) => [change])
        : chunk(all);
      for (const piece of pieces) await insertChanges(trx, piece);
      // Each time: a savepoint may undo the first. PostgreSQL sends equal ones once.
      await hooks.notify(trx);
      appended += all.length;
    },
    get appended() {
      return appended;
    },
  };
}

const anyChange = {
  uid: '',
  actor: '',
  kind: '',
  at: '',
  fields: '',
  batch: null,
  undoes: null,
} satisfies Record<keyof Change, string | null>;
const changeColumns = Object.keys(anyChange) as (keyof Change)[];

const appendOne = compiledQuery((db) => db.insertInto('changes').values(anyChange).returning('seq'));

async function insertChanges(trx: Transaction<Tables>, changes: readonly Change[]): Promise<void> {
  const rows = changes.map((change) => ({ ...change, fields: JSON.stringify(shortened(change.fields)) }));
  const [one] = rows;
  if (!one || rows.length > 1) return defer(trx, trx.insertInto('changes').values(rows));
  const values = changeColumns.map((column) => one[column] ?? null);
  const [change] = changes;
  const texts = change && replacedTexts(change.fields);
  if (!texts) return defer(trx, appendOne.bind(trx, values));
  for (const { seq } of await appendOne(trx, values)) {
    await keepReplaced(trx, { seq, uid: change.uid, at: change.at, texts });
  }
}
