import type { Selectable } from 'kysely';
import { bulkKinds, type ChangeHead, changeKind, nameWithoutRecord } from '#domain/changes.ts';
import type { Db } from '#server/store/open.ts';
import type { ChangesTable } from '#server/store/tables.ts';

/** The highest `seq`, or 0 for an empty log. */
export async function latestSeq(db: Db): Promise<number> {
  const row = await db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

/** The number of the last change of a member's record, which names its state; 0 if none is in the log. */
export async function latestChangeOf(db: Db, uid: string): Promise<number> {
  const { seq } = await db
    .selectFrom('changes')
    .select((is) => is.fn.max('seq').as('seq'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return seq ?? 0;
}

/** Whether an import, or the undo of one, was logged after this place: too many changes to send one by one. */
export async function hasBulkAfter(db: Db, seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('changes')
    .select('seq')
    .where('seq', '>', seq)
    .where('kind', 'in', bulkKinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A row of the log with the member's current name, which is null if the record no longer exists. */
export interface LoggedRow extends Selectable<ChangesTable> {
  fullName: string | null;
}

/** The columns that a stream sends. */
export type StreamedRow = Pick<Selectable<ChangesTable>, 'seq' | 'uid' | 'kind'>;

/** The oldest changes after `after`, in order, optionally up to `upTo` and for one member only. */
export async function changesAfter(
  db: Db,
  after: number,
  { limit, upTo, uid }: { limit: number; upTo?: number | undefined; uid?: string | undefined },
): Promise<StreamedRow[]> {
  let query = db
    .selectFrom('changes')
    .select(['seq', 'uid', 'kind'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit);
  if (upTo !== undefined) query = query.where('seq', '<=', upTo);
  if (uid !== undefined) query = query.where('uid', '=', uid);
  return query.execute();
}

/** The fields that every representation of a change shares. */
export function changeHead(row: LoggedRow): ChangeHead {
  return {
    seq: row.seq,
    uid: row.uid,
    fullName: row.fullName ?? nameWithoutRecord(changeKind.parse(row.kind)),
    actor: row.actor === row.uid ? 'member' : 'administrator',
    kind: changeKind.parse(row.kind),
    at: row.at,
    batch: row.batch,
    undoes: row.undoes,
  };
}
