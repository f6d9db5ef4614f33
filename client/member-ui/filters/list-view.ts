import type { ListState } from '#client/lib/list-state.ts';
import type { MemberExportQuery } from '#domain/member-list.ts';

export type ListView = MemberExportQuery;

export const filterNames = [
  'track',
  'year',
  'department',
  'step',
  'submitted',
  'reviewed',
  'graded',
  'linkToCheck',
  'sameStudentId',
  'address',
  'score',
  'mean',
  'opinions',
  'spread',
  'reviewedBy',
  'outcome',
  'place',
] as const;
export type FilterName = (typeof filterNames)[number];

export const noFilters = Object.fromEntries(['q', ...filterNames].map((name) => [name, '']));

/** The filters that are set, without the search and those that the list always has. */
export function activeFilters(view: ListView, state: ListState<ListView>): FilterName[] {
  const changed = state.changed(view);
  return filterNames.filter((name) => changed.includes(name));
}
