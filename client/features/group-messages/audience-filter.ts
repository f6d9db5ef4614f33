import { filterChoices, filterNames } from '#client/features/members/filters/filter-choices.ts';
import { listState } from '#client/lib/list-state.ts';
import { type MemberFilter, memberFilter } from '#domain/member-list.ts';

/** The recipients, in the page's address as in that of the member list. */
export const audienceState = listState(memberFilter);

/** The filter in words, such as 'Web Development, Not submitted'; empty if it lets everybody through. */
export function filterText(filter: MemberFilter): string {
  const labels = filterNames.map(
    (name) => filterChoices[name].choices.find(({ value }) => value === String(filter[name]))?.label,
  );
  return [filter.q && `“${filter.q}”`, ...labels].filter(Boolean).join(', ');
}
