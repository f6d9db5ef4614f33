import type { Selectable } from 'kysely';
import { type ChangedFields, type ChangeEvent, type ChangeKind, changeKind } from '#domain/changes.ts';
import { chunk } from '#server/store/chunk.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import type { ChangesTable } from '#server/store/tables.ts';

export interface Change {
  /** Whose record changed. */
  uid: string;
  /** Who changed it: an account's id. */
  actor: string;
  kind: ChangeKind;
  /** ISO 8601, UTC. */
  at: string;
  fields: ChangedFields;
  /** Shared by changes that are made, and undone, in one go. */
  batch?: string;
  /** The `seq` of the change that this one takes back. */
  undoes?: number;
}

/** Appends a change in the transaction that makes it, as `appendChanges`. */
export function appendChange(store: Store, trx: Trx, change: Change): Promise<void> {
  return appendChanges(store, trx, [change]);
}

/**
 * Appends changes, in their order, in the transaction that makes them. The log is locked first, so that sequence
 * numbers are given in the order of commits and a reader who has seen one has missed none before it.
 */
export async function appendChanges(store: Store, trx: Trx, changes: readonly Change[]): Promise<void> {
  await store.lockChangeLog(trx);
  const rows = changes.map((change) => ({ ...change, fields: JSON.stringify(change.fields) }));
  for (const piece of chunk(rows)) {
    const appended = await trx.insertInto('changes').values(piece).returning('seq').execute();
    store.changeAppended(trx, Math.max(...appended.map(({ seq }) => seq)));
  }
}

/** The log's end: the highest `seq`, 0 for an empty log. */
export async function latestSeq(db: Db): Promise<number> {
  const row = await db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

/** A row of the log with the member's name as it is now; null where the record is gone. */
export interface LoggedRow extends Selectable<ChangesTable> {
  fullName: string | null;
}

/** The oldest changes after `after`, up to `upTo` and of one member where that is said, in the log's order. */
export async function changesAfter(
  db: Db,
  after: number,
  { limit, upTo, uid }: { limit: number; upTo?: number | undefined; uid?: string | undefined },
): Promise<LoggedRow[]> {
  let query = db
    .selectFrom('changes')
    .leftJoin('members', 'members.uid', 'changes.uid')
    .selectAll('changes')
    .select('members.fullName')
    .where('changes.seq', '>', after)
    .orderBy('changes.seq')
    .limit(limit);
  if (upTo !== undefined) query = query.where('changes.seq', '<=', upTo);
  if (uid !== undefined) query = query.where('changes.uid', '=', uid);
  return query.execute();
}

/** What every presentation of a change says: whose, by whom, what and when. */
export function changeHead(row: LoggedRow): Omit<ChangeEvent, 'fields'> {
  return {
    seq: row.seq,
    uid: row.uid,
    fullName: row.fullName ?? '',
    actor: row.actor === row.uid ? 'member' : 'administrator',
    kind: changeKind.parse(row.kind),
    at: row.at,
    batch: row.batch,
    undoes: row.undoes,
  };
}
