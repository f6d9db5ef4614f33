import type { Selectable } from 'kysely';
import { type ChangeHead, changeKind, nameWithoutRecord } from '#domain/changes.ts';
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

/** A row of the log with the member's current name, which is null if the record no longer exists. */
export interface LoggedRow extends Selectable<ChangesTable> {
  fullName: string | null;
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
