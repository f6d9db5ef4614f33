import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberFilter, SortDirection } from '#domain/member-list.ts';
import type { ReviewQueue, ReviewQueueQuery } from '#domain/review.ts';
import type { Position } from '#server/members/member-cursor.ts';
import {
  countingOpinions,
  countMatching,
  type Search,
  selectInOrder,
  sortKeys,
} from '#server/members/member-query.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db } from '#server/store/open.ts';
import { filterFor, isBlind } from './reviewers-view.ts';
import type { ReviewDeps, Reviewer } from './submission-review.ts';

const sort = 'submittedAt';

/** Before the first submission: members without one come earlier in the index, and are most of a portal in spring. */
const beginning: Position = { key: '0', uid: '' };

/** A submission's position among those that match the filter, oldest first, and its neighbours for a reviewer. */
export async function findInQueue(
  { store: { db }, content }: ReviewDeps,
  reviewer: Reviewer,
  { at, ...wanted }: ReviewQueueQuery,
): Promise<ReviewQueue> {
  const filter: Search = { ...filterFor(reviewer, content, wanted), submitted: true };
  const waitingFilter: Search = { ...filter, reviewed: false };
  const waiting = wanted.reviewed === true ? 0 : await countMatching(db, waitingFilter);
  const opinions = Number(content.reviews.opinions);
  const now = iso(await databaseTime(db));
  const free = openOnlyTo(reviewer, now);
  const place = at === undefined ? null : await placeOf(db, at);
  const search = { filter: waitingFilter, except: at, where: [free, ...toJudge(reviewer, opinions)] };
  const first = waiting > 0 ? await fewestOpinions(db, opinions, search, [beginning]) : null;
  const next = place && waiting > 0 ? await fewestOpinions(db, opinions, search, [place, beginning]) : first;
  return {
    first: first ?? (await neighbour(db, 'asc', beginning, { filter })),
    previous: place && (await neighbour(db, 'desc', place, { filter, where: [free] })),
    next: place && (await neighbour(db, 'asc', place, { filter, where: [free] })),
    nextWaiting: next,
    ...(await othersOf(db, reviewer, now)),
    blind: isBlind(reviewer, content),
    position: place && (await countUpTo(db, filter, place)),
    total: await countMatching(db, filter),
    waiting,
  };
}

/** Nobody else has it open. */
function openOnlyTo({ uid }: Reviewer, now: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from review_claims
    where review_claims.uid = members.uid and review_claims.reviewer <> ${uid} and review_claims."until" > ${now})`;
}

/** With several opinions wanted, a reviewer gives one. */
function toJudge({ uid }: Reviewer, opinions: number): RawBuilder<SqlBool>[] {
  if (opinions === 1) return [];
  return [sql`not exists (select 1 from opinions where ${countingOpinions} and opinions.reviewer = ${uid})`];
}

async function othersOf(
  db: Db,
  { uid, role }: Reviewer,
  now: string,
): Promise<Pick<ReviewQueue, 'alone' | 'othersOpen'>> {
  const others = await db.selectFrom('staff').select('uid').where('role', '=', 'reviewer').executeTakeFirst();
  const open = db
    .selectFrom('review_claims')
    .select('uid')
    .where('reviewer', '!=', uid)
    .where('until', '>', now);
  return {
    alone: role === 'administrator' && !others,
    othersOpen: (await open.executeTakeFirst()) !== undefined,
  };
}

/** The member's sort key, also for one that the filter leaves out, such as one that was just reviewed. */
async function placeOf(db: Db, uid: string): Promise<Position | null> {
  const noFilter: MemberFilter = { q: '' };
  const row = await selectInOrder(db, { filter: noFilter, sort, dir: 'asc', after: null })
    .select('uid')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row ? { key: row.sortKey, uid: row.uid } : null;
}

interface Wanted {
  filter: Search;
  except?: string | undefined;
  where?: readonly RawBuilder<SqlBool>[];
}

/** The first submission with no opinion, from each of the starts in turn, or else with one, and so on. */
async function fewestOpinions(
  db: Db,
  wanted: number,
  { where = [], ...search }: Wanted,
  starts: readonly Position[],
): Promise<string | null> {
  const { opinions: given } = sortKeys;
  const levels = Array.from({ length: wanted }, (_, count) => sql<SqlBool>`${given} = ${count}`);
  for (const level of [...levels, sql<SqlBool>`${given} >= ${wanted}`]) {
    for (const start of starts) {
      const found = await neighbour(db, 'asc', start, { ...search, where: [...where, level] });
      if (found !== null) return found;
    }
  }
  return null;
}

async function neighbour(
  db: Db,
  dir: SortDirection,
  after: Position,
  { filter, except, where = [] }: Wanted,
): Promise<string | null> {
  let query = selectInOrder(db, { filter, sort, dir, after }).select('uid').limit(1);
  if (except !== undefined) query = query.where('uid', '!=', except);
  for (const condition of where) query = query.where(condition);
  return (await query.executeTakeFirst())?.uid ?? null;
}

/** The number of submissions that match the filter up to a position, inclusive. */
function countUpTo(db: Db, filter: Search, { key, uid }: Position): Promise<number> {
  const upTo = selectInOrder(db, { filter, sort, dir: 'asc', after: beginning })
    .select('uid')
    .clearOrderBy()
    .as('ordered');
  return countRows(
    db.selectFrom(upTo).where('sortKey', '<=', key).where(sql<SqlBool>`("sortKey", uid) <= (${key}, ${uid})`),
  );
}
