import { type SqlBool, sql } from 'kysely';
import type { MemberFilter, SortDirection } from '#domain/member-list.ts';
import type { ReviewQueue, ReviewQueueQuery } from '#domain/review.ts';
import type { Position } from '#server/members/member-cursor.ts';
import { countMatching, type Search, selectInOrder } from '#server/members/member-query.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { filterFor, isBlind } from './reviewers-view.ts';
import type { ReviewDeps, Reviewer } from './submission-review.ts';

const sort = 'submittedAt';

/** Before the first submission: members without one come earlier in the index, and are most of a portal in spring. */
const beginning: Position = { key: '0', uid: '' };

/** A submission's position among those that match the filter, oldest first, and its neighbours. */
export async function findInQueue(
  { store: { db }, content }: ReviewDeps,
  reviewer: Reviewer,
  { at, ...wanted }: ReviewQueueQuery,
): Promise<ReviewQueue> {
  const filter: Search = { ...filterFor(reviewer, content, wanted), submitted: true };
  const waitingFilter: Search = { ...filter, reviewed: false };
  const nobodyWaits = wanted.reviewed === true;
  const place = at === undefined ? null : await placeOf(db, at);
  const firstWaiting = nobodyWaits ? null : await neighbour(db, waitingFilter, 'asc', beginning, at);
  const after = place && !nobodyWaits ? await neighbour(db, waitingFilter, 'asc', place) : null;
  return {
    first: firstWaiting ?? (await neighbour(db, filter, 'asc', beginning)),
    previous: place && (await neighbour(db, filter, 'desc', place)),
    next: place && (await neighbour(db, filter, 'asc', place)),
    nextWaiting: after ?? firstWaiting,
    blind: isBlind(reviewer, content),
    position: place && (await countUpTo(db, filter, place)),
    total: await countMatching(db, filter),
    waiting: nobodyWaits ? 0 : await countMatching(db, waitingFilter),
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

async function neighbour(
  db: Db,
  filter: Search,
  dir: SortDirection,
  after: Position,
  except?: string,
): Promise<string | null> {
  let query = selectInOrder(db, { filter, sort, dir, after }).select('uid').limit(1);
  if (except !== undefined) query = query.where('uid', '!=', except);
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
