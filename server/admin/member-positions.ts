import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SortDirection } from '#domain/member-list.ts';
import type { Db } from '#server/store/open.ts';
import type { Position } from './member-cursor.ts';
import { hasWord, isInCohorts, isNarrowed, isOfThoseWith, passesFilter } from './member-filter.ts';
import { entryOf, gatheredKey, isKeptWithCohorts, recordKeys } from './member-orders.ts';
import type { Bounds, Part, Plan, Share } from './member-plan.ts';
import type { Search } from './member-search.ts';

type Key = RawBuilder<string | number>;
type Condition = RawBuilder<SqlBool>;

/** The first positions of a list behind `after`, and how many it has in all; null where that is not known. */
export async function findPositions(
  db: Db,
  { shares, members, search }: Plan,
  part: Part,
  bounds: Bounds,
): Promise<{ positions: Position[]; total: number | null }> {
  if (search?.way === 'gather') return gatherFound(db, search, part);
  const { after, dir, limit } = part;
  const positions: Position[] = [];
  for (const share of shares) {
    if (positions.length >= limit) break;
    if (after && share.key !== null && comesBefore(share.key, after.key, dir)) continue;
    const within = share.key === null || share.key === after?.key ? after : null;
    const rest = { ...part, after: within, limit: limit - positions.length };
    positions.push(...(await findInShare(db, share, search, rest, bounds)));
  }
  if (!search) return { positions, total: members };
  return { positions, total: search.way === 'pick' ? search.total : null };
}

function comesBefore(key: string | number, other: string | number, dir: SortDirection): boolean {
  return dir === 'asc' ? key < other : key > other;
}

async function findInShare(
  db: Db,
  share: Share,
  search: Exclude<Search, { way: 'gather' }> | null,
  part: Part,
  { few, fewRead, longestWalk }: Bounds,
): Promise<Position[]> {
  if (search?.way === 'pick') return pick(db, share, search.among, search.words, part);
  if (search) {
    const walked = await walk(db, share, search.words, part, longestWalk);
    return walked ?? pick(db, share, search.words, [], part);
  }
  const gathered = isKeptWithCohorts(part.sort, share.key) ? few : fewRead;
  const walked = share.members > gathered && (await walk(db, share, [], part, longestWalk));
  return walked || gatherCohorts(db, share, part);
}

/** All that a search finds, sorted, and their number. */
async function gatherFound(
  db: Db,
  { condition, words }: Extract<Search, { way: 'gather' }>,
  { sort, dir, after, limit, filter }: Part,
): Promise<{ positions: Position[]; total: number }> {
  const { behind, order } = inOrder(sql.ref('key'), dir, after);
  const { rows } = await sql<{ total: number; uid: string | null; key: string | number }>`
    with found as materialized (
      select uid, ${recordKeys[sort]} as "key" from members
      where ${all([condition, ...passesFilter(db, filter), ...words.map(hasWord)])}
    ), counted as (select count(*) as total from found)
    select counted.total, found.uid, found."key" from counted left join found on ${behind}
    ${order} limit ${sql.lit(limit)}`.execute(db);
  return {
    total: Number(rows[0]?.total ?? 0),
    positions: rows.flatMap(({ uid, key }) => (uid === null ? [] : [{ uid, key }])),
  };
}

/** From all members of the share, by the index on cohorts alone where that has their keys. */
function gatherCohorts(db: Db, share: Share, part: Part): Promise<Position[]> {
  return firstOf(db, isInCohorts(db, share.filter), gatheredKey(part.sort), share, part);
}

/** By looking, along the order's index, for ids of members who have the words. */
function pick(
  db: Db,
  share: Share,
  among: readonly string[],
  words: readonly string[],
  part: Part,
): Promise<Position[]> {
  const { entry, rest } = entryOf(part.sort, share.filter);
  const conditions = [isOfThoseWith(among), ...passesFilter(db, rest), ...words.map(hasWord)];
  return firstOf(db, all([entry, askedOfEach(conditions)]), recordKeys[part.sort], share, part);
}

async function firstOf(
  db: Db,
  condition: Condition,
  keyOfEach: Key,
  share: Share,
  { dir, after, limit }: Part,
): Promise<Position[]> {
  const key = share.key === null ? keyOfEach : null;
  const { behind, order } = inOrder(key, dir, after);
  const { rows } = await sql<FoundRow>`
    select uid${asKey(key)} from members
    where ${all([condition, behind])} ${order} limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => toPosition(row, share));
}

/**
 * By looking at records in the order's index until enough match or all are seen; null if neither is so after the
 * longest walk.
 */
async function walk(
  db: Db,
  share: Share,
  words: readonly string[],
  part: Part,
  longestWalk: number,
): Promise<Position[] | null> {
  const { entry, rest } = entryOf(part.sort, share.filter);
  const allMatch = words.length === 0 && !isNarrowed(rest);
  if (allMatch) return firstOf(db, entry, recordKeys[part.sort], share, part);
  const columns = words.length > 0 ? sql`uid, cohort, ${sql.ref('searchText')}` : sql`uid, cohort`;
  const condition = askedOfEach([...passesFilter(db, rest), ...words.map(hasWord)]);
  // Told of a longer walk, PostgreSQL may read and sort all there is instead.
  for (const length of [longestWalk / 4, longestWalk]) {
    const found = await lookAt(db, { columns, entry, condition }, share, part, Math.ceil(length));
    if (found) return found;
  }
  return null;
}

/** The first that match of so many records in the order's index; null if there may be more behind. */
async function lookAt(
  db: Db,
  { columns, entry, condition }: { columns: RawBuilder<unknown>; entry: Condition; condition: Condition },
  share: Share,
  { sort, dir, after, limit }: Part,
  length: number,
): Promise<Position[] | null> {
  const key = share.key === null ? recordKeys[sort] : null;
  const { behind, order } = inOrder(key, dir, after);
  const seen = sql`
    select ${columns}${asKey(key)} from members
    where ${all([entry, behind])} ${order} limit ${sql.lit(length)}`;
  // Rows come in the order of the inner query; that the outer one has none lets it stop at enough.
  const { rows } = await sql<FoundRow>`
    select uid${key ? sql`, ${sql.ref('key')}` : sql``} from (${seen}) as seen
    where ${condition} limit ${sql.lit(limit)}`.execute(db);
  const found = rows.map((row) => toPosition(row, share));
  if (found.length === limit) return found;
  const { rows: looked } = await sql<{ n: number }>`select count(*) as n from (${seen}) as seen`.execute(db);
  return Number(looked[0]?.n) < length ? found : null;
}

interface FoundRow {
  uid: string;
  /** Missing where all of the share have the same. */
  key?: string | number;
}

function toPosition({ uid, key }: FoundRow, share: Share): Position {
  return { uid, key: key ?? share.key ?? '' };
}

function asKey(key: Key | null): RawBuilder<unknown> {
  return key ? sql`, ${key} as ${sql.ref('key')}` : sql``;
}

/** By `key` and then id, or by id alone where all have the same key; `behind` is true after a position. */
function inOrder(key: Key | null, dir: SortDirection, after: Position | null) {
  const way = sql.raw(dir);
  const further = sql.raw(dir === 'asc' ? '>' : '<');
  if (!key) {
    const behind = after ? sql<SqlBool>`uid ${further} ${after.uid}` : always;
    return { behind, order: sql`order by uid ${way}` };
  }
  const behind = after ? sql<SqlBool>`(${key}, uid) ${further} (${after.key}, ${after.uid})` : always;
  return { behind, order: sql`order by ${sql.ref('key')} ${way}, uid ${way}` };
}

const always = sql<SqlBool>`1 = 1`;

function all(conditions: Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}

/** Conditions by which records are not to be found, nor joined, which would not keep their order. */
function askedOfEach(conditions: Condition[]): Condition {
  return sql`case when ${all(conditions)} then 1 else 0 end = 1`;
}
