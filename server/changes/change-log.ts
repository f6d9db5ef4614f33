import { sql } from 'kysely';
import { type ChangeKind, unlistedKinds } from '#domain/changes.ts';
import type { Db } from '#server/store/open.ts';

/** The stored fields of a change whose member was removed. */
export const withoutValues = '{}';

/** Only changes of members, in the words of the index `changes_of_members`, without which engines do not use it. */
export const isOfMember = sql<boolean>`changes.kind not in (${sql.join(unlistedKinds.map((kind) => sql.lit(kind)))})`;

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
