import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { MemberFilter, MemberSort, SortDirection } from '#domain/member-list.ts';
import { searchWords } from '#server/members/search-text.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import type { Position } from './member-cursor.ts';

/** The filter and order of a list, and the position after which it begins. */
export interface MemberOrder {
  filter: MemberFilter;
  sort: MemberSort;
  dir: SortDirection;
  after: Position | null;
}

/**
 * The sort key of each order. Never null; text sorts by code point. Each has an index on the same expression and the uid
 * (store/migrations/0008).
 */
const sortKeys: Record<MemberSort, RawBuilder<string | number>> = {
  fullName: sql.ref('nameKey'),
  email: sql.ref('email'),
  yearOfStudy: sql.ref('yearOfStudy'),
  department: sql.ref('department'),
  studentId: sql.ref('studentId'),
  contactNumber: sql.ref('contactNumber'),
  developmentTrack: sql`coalesce("developmentTrack", '')`,
  // As `completedSteps` in domain/progress.ts counts them.
  step: sql`(1 + case when "developmentTrack" is null then 0 else 1 end + "taskCompleted" + "submissionReviewed")`,
  createdAt: sql.ref('createdAt'),
  // Members who submitted before times were stored come first among those who have submitted.
  submittedAt: sql`coalesce("submittedAt", case when "githubLink" is null then '' else '0' end)`,
  // Its beginning: PostgreSQL cannot index a text as long as a link may be.
  githubLink: sql`coalesce(substr("githubLink", 1, 160), '')`,
  submissionReviewed: sql.ref('submissionReviewed'),
  graded: sql.ref('graded'),
};

/** The members of a list, in its order, after a position. Select `sortKey` as well to know where to continue. */
export function selectInOrder(db: Db, { filter, sort, dir, after }: MemberOrder) {
  const key = sortKeys[sort];
  const direction = sql.raw(dir);
  const query = selectMatching(db, filter)
    .select(key.as('sortKey'))
    .orderBy(sql`${key} ${direction}, uid ${direction}`);
  if (!after) return query;
  const beyond = sql.raw(dir === 'asc' ? '>' : '<');
  return (
    query
      // SQLite uses an index on an expression for this comparison, and for that of a pair it reads the whole index.
      .where(sql<SqlBool>`${key} ${beyond}= ${after.key}`)
      .where(sql<SqlBool>`(${key}, uid) ${beyond} (${after.key}, ${after.uid})`)
  );
}

/** The number of members that match a filter. */
export async function countMatching(db: Db, filter: MemberFilter): Promise<number> {
  const counted =
    searchWords(filter.q).length > 0
      ? selectMatching(db, filter).select((is) => is.fn.countAll<number>().as('members'))
      : facetsOf(db, filter).select((is) => is.fn.sum<number | null>('members').as('members'));
  const { members } = await counted.executeTakeFirstOrThrow();
  return Number(members ?? 0);
}

/** The same, by whether they are reviewed and graded. */
export async function countReviews(
  db: Db,
  filter: MemberFilter,
): Promise<{ reviewed: boolean; graded: boolean; members: number }[]> {
  const groups =
    searchWords(filter.q).length > 0
      ? selectMatching(db, filter)
          .select(['submissionReviewed as reviewed', 'graded'])
          .select((is) => is.fn.countAll<number>().as('members'))
          .groupBy(['submissionReviewed', 'graded'])
      : facetsOf(db, filter)
          .select(['reviewed', 'graded'])
          .select((is) => is.fn.sum<number>('members').as('members'))
          .groupBy(['reviewed', 'graded']);
  const rows = await groups.execute();
  return rows.map(({ reviewed, graded, members }) => ({
    reviewed: reviewed === 1,
    graded: graded === 1,
    members: Number(members),
  }));
}

function selectMatching(db: Db, filter: MemberFilter): SelectQueryBuilder<Tables, 'members', object> {
  let query: SelectQueryBuilder<Tables, 'members', object> = db.selectFrom('members');
  const { q, ...facets } = filter;
  if (Object.values(facets).some((value) => value !== undefined)) {
    query = query.where('facet', 'in', facetsOf(db, filter).select('facet'));
  }
  // Words consist of letters and digits, so nothing has to be escaped.
  for (const word of searchWords(q)) query = query.where('searchText', 'like', `% ${word}%`);
  return query;
}

/** The rows of counts that match a filter, without the search. */
function facetsOf(db: Db, filter: MemberFilter) {
  const { track, year, department, step, submitted, reviewed, graded } = filter;
  let query = db.selectFrom('member_facets').where('members', '>', 0);
  if (track !== undefined) query = query.where('track', '=', track);
  if (year !== undefined) query = query.where('yearOfStudy', '=', year);
  if (department !== undefined) query = query.where('department', '=', department);
  if (step !== undefined) query = query.where('step', '=', step);
  if (submitted !== undefined) query = query.where('submitted', '=', Number(submitted));
  if (reviewed !== undefined) query = query.where('reviewed', '=', Number(reviewed));
  if (graded !== undefined) query = query.where('graded', '=', Number(graded));
  return query;
}
