import * as z from 'zod/mini';
import { type ReviewQueueQuery, reviewQueueQuery } from '#domain/review.ts';

/** Which submissions are in the queue, as it stands in the page's address. */
export type QueueFilter = Omit<ReviewQueueQuery, 'at'>;

const filterRule = z.omit(reviewQueueQuery, { at: true });
const names = z.keyof(filterRule).options;
export type QueueFilterName = Exclude<(typeof names)[number], 'q'>;

/** Names the submission in the page's address. */
export const memberParameter = 'member';

/** Reads the filter from an address; a value that does not fit counts as missing. */
export function readFilter(search: URLSearchParams): QueueFilter {
  const given = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined]));
  const parsed = filterRule.safeParse(given);
  if (parsed.success) return parsed.data;
  const unfit = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return filterRule.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !unfit.has(name))));
}

/** The filter as a query string. */
export function filterQuery(filter: QueueFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = filter[name];
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query;
}

export function isFiltered(filter: QueueFilter): boolean {
  return filterQuery(filter).size > 0;
}

/** The address of the desk with a member's submission open. */
export function deskAddress(uid: string): string {
  return `/admin/review?${memberParameter}=${encodeURIComponent(uid)}`;
}
