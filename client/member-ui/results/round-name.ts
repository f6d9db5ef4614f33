import { filterText } from '#client/member-ui/filters/filter-text.ts';
import type { RoundAudience } from '#domain/rounds.ts';
import { roundTexts as texts } from './texts.ts';

/** The members of a round in words, such as 'Web Development'. */
export function audienceName({ uids, filter, all }: RoundAudience): string {
  if (uids) return texts.chosen(uids.length);
  if (filter) return filterText(filter) || texts.everyone;
  return all ? texts.everyone : texts.someChosen;
}
