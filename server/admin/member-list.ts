import type { MemberListQuery, MemberPage } from '#domain/member-list.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { toListItem } from '#server/members/member-row.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';
import { decodeCursor, encodeCursor, type Position } from './member-cursor.ts';
import { type Bounds, type Part, type Plan, planFor, usualBounds } from './member-plan.ts';
import { findPositions } from './member-positions.ts';

/** One page of the list, with the count for its filter. Throws 400 for a cursor that does not fit. */
export async function listMembers(db: Db, query: MemberListQuery, bounds = usualBounds): Promise<MemberPage> {
  const { cursor, limit, sort, dir, ...filter } = query;
  const after = cursor === undefined ? null : decodeCursor(sort, dir, cursor);
  // Read first: what is committed while the rest is read comes again as an event, never not at all.
  const seq = await latestSeq(db);
  const list = { filter, sort, dir };
  const plan = await planFor(db, list, bounds);
  const { page, next, total } = await findPage(db, plan, { ...list, after, limit }, bounds);
  const rows =
    page.length > 0
      ? await db.selectFrom('members').selectAll().where('uid', 'in', idsOf(page)).execute()
      : [];
  return {
    seq,
    members: inOrderOf(page, rows).map(toListItem),
    nextCursor: next && encodeCursor(sort, dir, next),
    total,
  };
}

/**
 * The positions of a part in its order, and where the next part goes on; null on the last. `total` is of the whole
 * list, null where that has not been counted.
 */
export async function findPage(
  db: Db,
  plan: Plan,
  part: Part,
  bounds: Bounds,
): Promise<{ page: Position[]; next: Position | null; total: number | null }> {
  const { limit } = part;
  const { positions, total } = await findPositions(db, plan, { ...part, limit: limit + 1 }, bounds);
  const page = positions.slice(0, limit);
  const next = positions.length > limit ? (page.at(-1) ?? null) : null;
  return { page, next, total };
}

/** The ids at these positions, for `in (…)`. */
export function idsOf(page: readonly Position[]): string[] {
  return padForIn(page.map((position) => position.uid));
}

/** What was read of the records at these positions, in their order. */
export function inOrderOf<Row extends { uid: string }>(
  page: readonly Position[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.uid, row]));
  return page.map(({ uid }) => byId.get(uid)).filter((row) => row !== undefined);
}
