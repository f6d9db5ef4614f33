import type { Transaction, TransactionBuilder } from 'kysely';
import type { ChangedFields, ChangeKind } from '#domain/changes.ts';
import { chunk } from './chunk.ts';
import { compiledQuery } from './compiled-query.ts';
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
  /** The highest `seq` appended by this transaction, or null. */
  readonly lastSeq: number | null;
}

/** Runs `work` in a transaction that carries the change log; `lockLog` is the engine's way to serialise appends. */
export function withChanges<T>(
  builder: TransactionBuilder<Tables>,
  lockLog: (trx: Transaction<Tables>) => Promise<void>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return builder.execute((trx) => work(Object.assign(trx, { changes: createChanges(trx, lockLog) })));
}

function createChanges(
  trx: Transaction<Tables>,
  lockLog: (trx: Transaction<Tables>) => Promise<void>,
): TransactionChanges {
  let locked: Promise<void> | undefined;
  let lastSeq: number | null = null;
  function lock(): Promise<void> {
    locked ??= lockLog(trx);
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
      for (const piece of pieces) lastSeq = await insertChanges(trx, piece);
    },
    get lastSeq() {
      return lastSeq;
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

/** @returns the highest `seq` that was given */
async function insertChanges(trx: Transaction<Tables>, changes: readonly Change[]): Promise<number> {
  const rows = changes.map((change) => ({ ...change, fields: JSON.stringify(shortened(change.fields)) }));
  const [one] = rows;
  const appended =
    one && rows.length === 1
      ? await appendOne(
          trx,
          changeColumns.map((column) => one[column] ?? null),
        )
      : await trx.insertInto('changes').values(rows).returning('seq').execute();
  const seq = Math.max(...appended.map((row) => row.seq));
  const [change] = changes;
  const texts = change && replacedTexts(change.fields);
  if (texts) await keepReplaced(trx, { seq, uid: change.uid, at: change.at, texts });
  return seq;
}
