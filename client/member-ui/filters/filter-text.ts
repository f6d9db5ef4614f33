import type { MemberFilter } from '#domain/member-list.ts';
import { namedFilter } from './filter-choices.ts';
import { type FilterName, filterNames } from './list-view.ts';

/** Filters whose values say alone what they are about. */
const selfExplanatory: readonly FilterName[] = ['track', 'year', 'submitted', 'reviewed', 'graded'];

/** The filter in words, such as 'Web Development, Not submitted'; empty if it lets everybody through. */
export function filterText(filter: MemberFilter): string {
  const labels = filterNames.map((name) => {
    if (filter[name] === undefined) return undefined;
    const value = String(filter[name]);
    const { label, words } = namedFilter(name, value);
    return selfExplanatory.includes(name) && !value.split(',').includes('none')
      ? words
      : `${label}: ${words}`;
  });
  return [filter.q && `“${filter.q}”`, ...labels].filter(Boolean).join(', ');
}
