import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type {
  MemberExportQuery,
  MemberFilter,
  MemberListQuery,
  MemberPage,
  MemberSort,
} from '#domain/member-list.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { toListItem } from '#server/members/member-row.ts';
import { inList } from '#server/store/in-list.ts';
import type { Db } from '#server/store/open.ts';
import type { MembersTable } from '#server/store/tables.ts';
import { decodeCursor, encodeCursor, type Position } from './member-cursor.ts';
import { recordConditions } from './member-filter.ts';
import { gatherAll, matchingMembers, type Plan, planFor, usualBounds } from './member-plan.ts';

/** What each order sorts by: the expressions that migration 0005 has indexes on. Never null. */
const sortKeys: Record<MemberSort, RawBuilder<string | number>> = {
  fullName: sql.ref('members.nameKey'),
  email: sql.ref('members.email'),
  yearOfStudy: sql.ref('members.yearOfStudy'),
  department: sql.ref('members.department'),
  studentId: sql.ref('members.studentId'),
  contactNumber: sql.ref('members.contactNumber'),
  developmentTrack: sql`coalesce(${sql.ref('members.developmentTrack')}, '')`,
  createdAt: sql.ref('members.createdAt'),
  submittedAt: sql`coalesce(${sql.ref('members.submittedAt')}, case when ${sql.ref('members.githubLink')} is null then '' else '0' end)`,
};

/** One page of the list, with the count for its filter. Throws 400 for a cursor that does not fit. */
export async function listMembers(db: Db, query: MemberListQuery, bounds = usualBounds): Promise<MemberPage> {
  const { cursor, limit, sort, dir } = query;
  const after = cursor === undefined ? null : decodeCursor(sort, dir, cursor);
  // Read first: what is committed while the rest is read comes again as an event, never not at all.
  const seq = await latestSeq(db);
  const plan = await planFor(db, query, bounds);
  const { rows, next } = await readPage(db, plan, query, after, limit, bounds);
  return {
    seq,
    members: rows.map(toListItem),
    nextCursor: next && encodeCursor(sort, dir, next),
    total: plan.total,
    totalIsExact: plan.totalIsExact,
  };
}

/** The records of a page in its order, whole, and where the next page goes on; null on the last. */
export async function readPage(
  db: Db,
  plan: Plan,
  query: MemberExportQuery,
  after: Position | null,
  limit: number,
  { longestWalk } = usualBounds,
): Promise<{ rows: Selectable<MembersTable>[]; next: Position | null }> {
  const found = plan.gather
    ? await gathered(db, plan.gather, query, after, limit + 1)
    : ((await walked(db, query, after, limit + 1, longestWalk)) ??
      (await gathered(db, gatherAll(db, query), query, after, limit + 1)));
  const page = found.slice(0, limit);
  return {
    rows: await readRecords(db, page),
    next: found.length > limit ? (page.at(-1) ?? null) : null,
  };
}

/** Positions of the first members in the order after `after`, among those that `gather` selects. */
function gathered(
  db: Db,
  gather: RawBuilder<SqlBool>,
  { sort, dir, ...filter }: MemberExportQuery,
  after: Position | null,
  limit: number,
): Promise<Position[]> {
  const key = sortKeys[sort];
  let query = matchingMembers(db, gather, filter)
    .select(['members.uid', key.as('key')])
    .orderBy(key, dir)
    .orderBy('members.uid', dir)
    .limit(limit);
  if (after) query = query.where(beyond(key, dir, after));
  return query.execute();
}

/**
 * The same by looking at records in the order's index, in steps that grow, until enough match or all are seen;
 * null if neither is so after the longest walk.
 */
async function walked(
  db: Db,
  { sort, dir, ...filter }: MemberExportQuery,
  after: Position | null,
  limit: number,
  longestWalk: number,
): Promise<Position[] | null> {
  const found: Position[] = [];
  let at = after;
  for (let seen = 0, step = limit; seen < longestWalk; step *= 2) {
    const rows = await lookAt(db, sort, dir, filter, at, step);
    for (const { fits, ...position } of rows) if (fits) found.push(position);
    if (found.length >= limit || rows.length < step) return found.slice(0, limit);
    seen += rows.length;
    at = rows.at(-1) ?? null;
  }
  return null;
}

/** The next members in the order's index, whether they match or not. */
function lookAt(
  db: Db,
  sort: MemberSort,
  dir: 'asc' | 'desc',
  filter: MemberFilter,
  after: Position | null,
  limit: number,
) {
  const key = sortKeys[sort];
  let query = db
    .selectFrom('members')
    .select((is) => [
      'members.uid',
      key.as('key'),
      is
        .case()
        .when(is.and(recordConditions(is, filter)))
        .then(1)
        .else(0)
        .end()
        .as('fits'),
    ])
    .orderBy(key, dir)
    .orderBy('members.uid', dir)
    .limit(limit);
  const same = sameKey(sort, filter);
  if (same !== null) query = query.where(key, '=', same);
  if (sort === 'submittedAt' && filter.submitted) query = query.where(key, '>', '');
  if (after) query = query.where(beyond(key, dir, after));
  return query.execute();
}

function beyond(key: RawBuilder<string | number>, dir: 'asc' | 'desc', { key: value, uid }: Position) {
  const further = dir === 'asc' ? sql.raw('>') : sql.raw('<');
  return sql<boolean>`(${key}, ${sql.ref('members.uid')}) ${further} (${value}, ${uid})`;
}

/** Where a filter leaves one value of what is sorted by: the index is entered there. */
function sameKey(sort: MemberSort, filter: MemberFilter): string | number | null {
  if (sort === 'developmentTrack' && filter.track) return filter.track === 'none' ? '' : filter.track;
  if (sort === 'yearOfStudy' && filter.year) return filter.year;
  if (sort === 'department' && filter.department) return filter.department;
  return null;
}

/** The records at these positions, in their order. */
async function readRecords(db: Db, positions: Position[]): Promise<Selectable<MembersTable>[]> {
  if (positions.length === 0) return [];
  const ids = positions.map((position) => position.uid);
  const rows = await db.selectFrom('members').selectAll().where('uid', 'in', inList(ids)).execute();
  const byId = new Map(rows.map((row) => [row.uid, row]));
  return ids.map((uid) => byId.get(uid)).filter((row) => row !== undefined);
}
