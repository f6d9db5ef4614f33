import type { Selectable } from 'kysely';
import {
  type ChangesPage,
  type ChangesQuery,
  changedFields,
  changeKind,
  isUndoable,
  type LoggedChange,
  nameWithoutRecord,
} from '#domain/changes.ts';
import { limits } from '#domain/limits.ts';
import { isOfMember, withoutValues } from '#server/changes/change-log.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

export async function listChanges(db: Db, { cursor, uid, kind, limit }: ChangesQuery): Promise<ChangesPage> {
  let query = db
    .selectFrom('changes')
    .leftJoin('members', 'members.uid', 'changes.uid')
    .selectAll('changes')
    .select(['members.fullName'])
    .select((is) => [
      is
        .selectFrom('changes as mate')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('mate.batch', '=', 'changes.batch')
        .where('mate.fields', '!=', withoutValues)
        .as('batchSize'),
      is
        .selectFrom('changes as undo')
        .select((of) => of.fn.max('undo.seq').as('seq'))
        .whereRef('undo.undoes', '=', 'changes.seq')
        .as('undoneBy'),
    ])
    // The list only holds changes of members.
    .where(isOfMember)
    .orderBy('changes.seq', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where('changes.seq', '<', cursor);
  if (uid !== undefined) query = query.where('changes.uid', '=', uid);
  if (kind !== undefined) query = query.where('changes.kind', '=', kind);
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  return { changes: page.map(present), nextCursor: end?.seq ?? null };
}

/** The beginning of a description: a page of long ones would be a megabyte. */
function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > limits.url
    ? `${value.slice(0, 200).toWellFormed()}…`
    : value;
}

interface ChangeRow extends Selectable<Tables['changes']> {
  /** The member's name now; null if the record no longer exists. */
  fullName: string | null;
  batchSize: number | null;
  undoneBy: number | null;
}

function present({ fullName, actor, batchSize, fields: logged, ...row }: ChangeRow): LoggedChange {
  const kind = changeKind.parse(row.kind);
  const fields = changedFields.parse(JSON.parse(logged));
  return {
    ...row,
    kind,
    fullName: fullName ?? nameWithoutRecord(kind),
    actor: actor === row.uid ? 'member' : 'administrator',
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        { old: shortened(value.old), new: shortened(value.new) },
      ]),
    ),
    batchSize: row.batch === null ? 1 : Math.max(1, batchSize ?? 1),
    undoable: fullName !== null && isUndoable(kind, Object.keys(fields)),
  };
}
