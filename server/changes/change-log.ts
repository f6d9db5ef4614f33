import type { ChangeKind } from '#domain/changes.ts';
import type { Db } from '#server/store/open.ts';

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
