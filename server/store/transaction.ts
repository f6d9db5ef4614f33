import type { Transaction, TransactionBuilder } from 'kysely';
import type { ChangedFields, ChangeKind } from '#domain/changes.ts';
import { chunk } from './chunk.ts';
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
      const rows = [changes].flat().map((change) => ({ ...change, fields: JSON.stringify(change.fields) }));
      for (const values of chunk(rows)) {
        const appended = await trx.insertInto('changes').values(values).returning('seq').execute();
        lastSeq = Math.max(...appended.map(({ seq }) => seq));
      }
    },
    get lastSeq() {
      return lastSeq;
    },
  };
}
