import { sql } from 'kysely';
import {
  type ChangesPage,
  type ChangesQuery,
  changedFields,
  changeKind,
  clubScope,
  isUndoable,
  type LoggedChange,
  nameWithoutRecord,
} from '#domain/changes.ts';
import { limits } from '#domain/limits.ts';
import { isOfMember, withoutValues } from '#server/changes/change-log.ts';
import { accountName } from '#server/members/opinions.ts';
import { isPrepared } from '#server/results/release-state.ts';
import type { Db } from '#server/store/open.ts';

/** How many members of a change of outcomes have a result, so that it can only be corrected. */
const releasedOfChange = sql<number>`(select count(*) from outcome_changes of_change
  join members on members.uid = of_change.uid join results on results.uid = of_change.uid
  left join outcomes on outcomes.uid = of_change.uid
  where of_change.seq = changes.seq and not ${isPrepared})`;

export async function listChanges(db: Db, { cursor, uid, kind, limit }: ChangesQuery): Promise<ChangesPage> {
  let query = selectChanges(db, uid).limit(limit + 1);
  if (cursor !== undefined) query = query.where('changes.seq', '<', cursor);
  if (uid !== undefined) {
    const logged = db.selectFrom('changes as logged').select('logged.seq').where('logged.uid', '=', uid);
    const decided = db.selectFrom('outcome_changes').select('seq').where('uid', '=', uid);
    query = query.where('changes.seq', 'in', logged.unionAll(decided));
  }
  if (kind !== undefined) query = query.where('changes.kind', '=', kind);
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  return { changes: page.map((row) => present(row)), nextCursor: end?.seq ?? null };
}

/**
 * The changes of members, newest first. Outcomes are logged under the staff: the list shows them at the member, or at the
 * first of several, and none whose members have left. `by`: the name of an author who reviews, or has.
 */
function selectChanges(db: Db, uid: string | undefined) {
  return db
    .selectFrom('changes')
    .leftJoin('outcome_changes as decision', (join) =>
      join.on('decision.id', '=', (is) =>
        is
          .selectFrom('outcome_changes as first')
          .select((of) => of.fn.min('first.id').as('id'))
          .whereRef('first.seq', '=', 'changes.seq')
          .$if(uid !== undefined, (of) => of.where('first.uid', '=', uid ?? '')),
      ),
    )
    .leftJoin('members', (join) =>
      join.on('members.uid', '=', (is) => is.fn.coalesce('decision.uid', 'changes.uid')),
    )
    .selectAll('changes')
    .select((is) =>
      is
        .selectFrom('staff')
        .select(accountName('changes.actor').as('name'))
        .whereRef('staff.uid', '=', 'changes.actor')
        .as('by'),
    )
    .select(['members.fullName', 'decision.uid as decidedUid', 'decision.before', 'decision.after'])
    .select((is) =>
      is
        .selectFrom('outcome_changes as all')
        .select((of) => of.fn.countAll<number>().as('n'))
        .whereRef('all.seq', '=', 'changes.seq')
        .as('decided'),
    )
    .select(releasedOfChange.as('released'))
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
    .where(isOfMember)
    .where((is) => is.or([is('changes.kind', '!=', 'outcomes-set'), is('decision.uid', 'is not', null)]))
    .orderBy('changes.seq', 'desc');
}

/** The beginning of a description: a page of long ones would be a megabyte. */
function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > limits.url
    ? `${value.slice(0, 200).toWellFormed()}…`
    : value;
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number];

function present(changeRow: ChangeRow): LoggedChange {
  const {
    fullName,
    by,
    actor,
    batchSize,
    fields: logged,
    decidedUid,
    before,
    after,
    decided,
    released,
    ...row
  } = changeRow;
  const kind = changeKind.parse(row.kind);
  const isOwn = actor === row.uid && !decidedUid;
  const fields = decidedUid
    ? { outcome: { old: before, new: after } }
    : changedFields.parse(JSON.parse(logged));
  return {
    ...row,
    uid: decidedUid ?? row.uid,
    kind,
    fullName: fullName ?? nameWithoutRecord(kind),
    actor: isOwn ? 'member' : 'administrator',
    by: isOwn ? null : by,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        { old: shortened(value.old), new: shortened(value.new) },
      ]),
    ),
    batchSize: Math.max(1, (decidedUid ? decided : row.batch && batchSize) || 1),
    undoable: decidedUid
      ? !released
      : (fullName !== null || row.uid === clubScope) && isUndoable(kind, Object.keys(fields)),
  };
}
