import type { MemberFilter, MemberSort, SortDirection } from '#domain/member-list.ts';
import type { Db } from '#server/store/open.ts';
import type { Position } from './member-cursor.ts';
import { cohortsOf } from './member-filter.ts';
import { sharesBy } from './member-orders.ts';
import { type Search, searchFor } from './member-search.ts';

/**
 * Up to a few members, a list gathers all that match and sorts them. Of more, it walks along the order's index and
 * picks those that match, which come often enough then. Either way a page of 100,000 members costs about what one
 * of 1,000 does (docs/decisions/0008).
 */
export interface Bounds {
  /** How many are a few where the index on cohorts has all that is asked. */
  few: number;
  /** How many are a few where each record is read. */
  fewRead: number;
  /** How many terms are few enough to be read, so that a walk need not read records. */
  fewTerms: number;
  /** How many records a walk looks at before it gives up and gathers all that match. */
  longestWalk: number;
}
export const usualBounds: Bounds = { few: 5_000, fewRead: 1_000, fewTerms: 10_000, longestWalk: 4_000 };

export interface List {
  filter: MemberFilter;
  sort: MemberSort;
  dir: SortDirection;
}

/** `limit` members of a list, behind a position. */
export interface Part extends List {
  after: Position | null;
  limit: number;
}

/** The part of a list with one value of what it is sorted by; or all of it, where cohorts do not tell the value. */
export interface Share {
  /** The value; null where there is no such. */
  key: string | number | null;
  filter: MemberFilter;
  /** How many members the filter leaves, the search apart. */
  members: number;
}

/** How the members of a list are found. */
export interface Plan {
  /** In the list's order; only those that have members. */
  shares: Share[];
  /** In all shares, the search apart. */
  members: number;
  search: Search | null;
}

/** Chooses by the counts that are kept and, for a search, by how many terms begin with each word. */
export async function planFor(db: Db, list: List, bounds = usualBounds): Promise<Plan> {
  const shares = await sharesOf(db, list);
  const members = shares.reduce((sum, share) => sum + share.members, 0);
  return { shares, members, search: await searchFor(db, list, members, bounds) };
}

async function sharesOf(db: Db, { filter, sort, dir }: List): Promise<Share[]> {
  const cohorts = cohortsOf(db, filter).select((is) => is.fn.sum<number | null>('members').as('members'));
  const by = sharesBy[sort];
  if (!by) {
    const { members } = await cohorts.executeTakeFirstOrThrow();
    return members === null ? [] : [{ key: null, filter, members: Number(members) }];
  }
  const rows = await cohorts.select(`${by.column} as value`).groupBy(by.column).execute();
  const shares = rows.map(({ value, members }) => {
    const { key, only } = by.share(value);
    return { key, filter: { ...filter, ...only }, members: Number(members) };
  });
  const sign = dir === 'asc' ? 1 : -1;
  return shares.sort((a, b) => (isBelow(a.key, b.key) ? -sign : sign));
}

/** The share whose records differ comes behind the one of those that have no value. */
function isBelow(key: string | number | null, other: string | number | null): boolean {
  return other === null || (key !== null && key < other);
}
