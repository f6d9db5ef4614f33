import type { Selectable } from 'kysely';
import type { MemberListQuery, MemberPage } from '#domain/member-list.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { toListItem } from '#server/members/member-row.ts';
import { inList } from '#server/store/in-list.ts';
import type { Db } from '#server/store/open.ts';
import type { MembersTable } from '#server/store/tables.ts';
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
  const { rows, next, total } = await readPage(db, plan, { ...list, after, limit }, bounds);
  return { seq, members: rows.map(toListItem), nextCursor: next && encodeCursor(sort, dir, next), total };
}

/**
 * The records of a part in its order, whole, and where the next part goes on; null on the last. `total` is of the
 * whole list, null where that has not been counted.
 */
export async function readPage(
  db: Db,
  plan: Plan,
  part: Part,
  bounds: Bounds,
): Promise<{ rows: Selectable<MembersTable>[]; next: Position | null; total: number | null }> {
  const { limit } = part;
  const { positions, total } = await findPositions(db, plan, { ...part, limit: limit + 1 }, bounds);
  const page = positions.slice(0, limit);
  const next = positions.length > limit ? (page.at(-1) ?? null) : null;
  return { rows: await readRecords(db, page), next, total };
}

/** The records at these positions, in their order. */
async function readRecords(db: Db, positions: Position[]): Promise<Selectable<MembersTable>[]> {
  if (positions.length === 0) return [];
  const ids = positions.map((position) => position.uid);
  const rows = await db.selectFrom('members').selectAll().where('uid', 'in', inList(ids)).execute();
  const byId = new Map(rows.map((row) => [row.uid, row]));
  return ids.map((uid) => byId.get(uid)).filter((row) => row !== undefined);
}
