import { setImmediate as macrotask } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MemberCount, MemberFilter } from '#domain/member-list.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { searchWords } from '#server/members/search-terms.ts';
import type { Db } from '#server/store/open.ts';
import { cohortsOf, hasWord, passesFilter, termRange } from './member-filter.ts';

const usualBatch = 2_000;

/**
 * How many members a filter lets through. Without a search that is known; with one, all terms that begin with its
 * longest word are read, batch by batch, so that others have their turn in between.
 */
export async function countMembers(
  db: Db,
  filter: MemberFilter,
  batchSize = usualBatch,
): Promise<MemberCount> {
  const seq = await latestSeq(db);
  const [word, ...others] = searchWords(filter.q).sort((a, b) => b.length - a.length);
  if (word === undefined) return { seq, total: await countInCohorts(db, filter) };
  const conditions = [sql`1 = 1`, ...passesFilter(db, filter), ...others.map(hasWord)];
  const found = new Set<string>();
  const { below } = termRange(word);
  let { from } = termRange(word);
  for (;;) {
    const { rows } = await sql<{ entry: string; uid: string; fits: number }>`
      select terms.entry, terms.uid, case when ${sql.join(conditions, sql` and `)} then 1 else 0 end as fits
      from (select entry, uid from member_terms where entry >= ${from} and entry < ${below}
        order by entry limit ${sql.lit(batchSize + 1)}) as terms
      join members on members.uid = terms.uid
      order by terms.entry`.execute(db);
    for (const { uid, fits } of rows) if (fits) found.add(uid);
    const next = rows[batchSize];
    if (!next) return { seq, total: found.size };
    from = next.entry;
    // SQLite answers without waiting: others would wait for all of it.
    await macrotask();
  }
}

async function countInCohorts(db: Db, filter: MemberFilter): Promise<number> {
  const { members } = await cohortsOf(db, filter)
    .select((is) => is.fn.sum<number | null>('members').as('members'))
    .executeTakeFirstOrThrow();
  return Number(members ?? 0);
}
