import type { Transaction, TransactionBuilder } from 'kysely';
import { type ChangedFields, type ChangeKind, eventOf } from '#domain/changes.ts';
import type { ChangeEvent } from '#domain/live-events.ts';
import { chunk } from './chunk.ts';
import type { Tables } from './tables.ts';

/** A transaction that carries the change log. */
export type Trx = Transaction<Tables> & { readonly changes: TransactionChanges };

interface Change {
  /** Whose record changed. */
  uid: string;
  /** The id of the account that changed it. */
  actor: string;
  kind: ChangeKind;
  /** ISO 8601, UTC; now without it. */
  at?: string;
  fields: ChangedFields;
  /** Shared by changes that are made and undone together. */
  batch?: string;
  /** The `seq` of the change that this one undoes. */
  undoes?: number;
}

/** The change log within one transaction. */
interface TransactionChanges {
  /**
   * Serialises transactions that append, so that a lower `seq` never becomes visible after a higher one. `append` does
   * this too; call it earlier if records are read before they are written.
   */
  lock(): Promise<void>;
  /** Appends changes in order, as part of the transaction. */
  append(changes: Change | readonly Change[]): Promise<void>;
  /** The events for open pages after the commit, each once. */
  readonly events: ReadonlyMap<string, ChangeEvent>;
}

/** The engine's part of appending to the change log. */
export interface LogHooks {
  /** Serialises transactions that append. */
  lock(trx: Transaction<Tables>): Promise<void>;
  /** Makes the commit notify every process of these events, as JSON. */
  notify(trx: Transaction<Tables>, events: readonly string[]): Promise<void>;
}

/** Runs `work` in a transaction that carries the change log. */
export function withChanges<T>(
  builder: TransactionBuilder<Tables>,
  hooks: LogHooks,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return builder.execute(async (trx) => {
    const changes = createChanges(trx, hooks);
    const value = await work(Object.assign(trx, { changes }));
    if (changes.events.size > 0) await hooks.notify(trx, [...changes.events.keys()]);
    return value;
  });
}

function createChanges(trx: Transaction<Tables>, hooks: LogHooks): TransactionChanges {
  let locked: Promise<void> | undefined;
  const events = new Map<string, ChangeEvent>();
  function lock(): Promise<void> {
    locked ??= hooks.lock(trx);
    return locked;
  }
  return {
    lock,
    async append(changes) {
      await lock();
      const all = [changes].flat();
      const at = new Date().toISOString();
      const rows = all.map((change) => ({ at, ...change, fields: JSON.stringify(change.fields) }));
      for (const piece of chunk(rows)) await trx.insertInto('changes').values(piece).execute();
      for (const event of all.map(eventOf)) events.set(JSON.stringify(event), event);
    },
    events,
  };
}
