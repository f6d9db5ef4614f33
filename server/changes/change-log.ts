import type { ChangedFields, ChangeKind } from '#domain/changes.ts';
import type { Store, Trx } from '#server/store/open.ts';

export interface Change {
  /** Whose record changed. */
  uid: string;
  /** Who changed it: an account's id. */
  actor: string;
  kind: ChangeKind;
  /** ISO 8601, UTC. */
  at: string;
  fields: ChangedFields;
}

/**
 * Appends a change in the transaction that makes it. The log is locked first, so that sequence numbers are
 * given in the order of commits and a reader who has seen one has missed none before it.
 * @returns the change's sequence number
 */
export async function appendChange(store: Store, trx: Trx, change: Change): Promise<number> {
  await store.lockChangeLog(trx);
  const { seq } = await trx
    .insertInto('changes')
    .values({ ...change, fields: JSON.stringify(change.fields) })
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}
