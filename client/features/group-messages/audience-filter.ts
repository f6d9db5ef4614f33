import { listQuery, listState, type ViewTexts, writeView } from '#client/lib/list-state.ts';
import type { Audience } from '#domain/group-messages.ts';
import { tracks } from '#domain/member-choices.ts';
import { type MemberFilter, memberFilter } from '#domain/member-list.ts';

const audienceState = listState(memberFilter);
const selected = 'uids ';

/** The recipients as a text, which is kept with the draft; everybody is the empty one. */
export function selectedText(uids: readonly string[]): string {
  return `${selected}${uids.join(' ')}`;
}

/** The filter of an address as that text. */
export function audienceText(search: string): string {
  return String(listQuery(audienceState.read(new URLSearchParams(search))));
}

/** The filter with other values. */
export function changedText(text: string, change: ViewTexts<MemberFilter>): string {
  return String(writeView(new URLSearchParams(text), audienceState, change));
}

/** The recipients that such a text names. */
export function audienceIn(text: string): Audience {
  if (text.startsWith(selected)) return { uids: text.slice(selected.length).split(' ') };
  return { filter: audienceState.read(new URLSearchParams(text)) };
}

/** Filters that are needed often. */
export const presets: { label: string; filter: ViewTexts<MemberFilter> }[] = [
  { label: 'Everyone', filter: {} },
  { label: 'No track', filter: { track: 'none' } },
  { label: 'Track, not submitted', filter: { track: tracks.join(), submitted: 'false' } },
  { label: 'Submitted', filter: { submitted: 'true' } },
  { label: 'Address not confirmed', filter: { address: 'unconfirmed' } },
];
