import type { Selectable } from 'kysely';
import { type ChangeHead, type ChangeKind, changeKind, nameWithoutRecord } from '#domain/changes.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

/** The highest `seq`, of all changes or of a member's or a kind's; 0 if there are none. */
export async function latestSeq(
  db: Db,
  { uid, kind }: { uid?: string; kind?: ChangeKind } = {},
): Promise<number> {
  let query = db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1);
  if (uid !== undefined) query = query.where('uid', '=', uid);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return (await query.executeTakeFirst())?.seq ?? 0;
}

/** A row of the log with the member's current name, which is null if the record no longer exists. */
export interface LoggedRow extends Selectable<Tables['changes']> {
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
