import { useQuery } from '@tanstack/react-query';
import { adminKey } from '#client/lib/admin-keys.ts';
import { useClub } from '#client/lib/club.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { notSet } from '#domain/departments.ts';
import { tracks } from '#domain/member-choices.ts';
import { departmentsInUse } from '#domain/member-list.ts';
import { notableSpread } from '#domain/opinions.ts';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import { placeLabels, placeStates } from '#domain/places.ts';
import { yearLabels, years } from '#domain/study-years.ts';
import { stepChoices, trackChoices } from './choices.ts';
import type { FilterName } from './list-view.ts';
import { filterTexts as texts } from './texts.ts';

export interface Choice {
  value: string;
  label: string;
}

const flagFilter = ({ label, yes, no }: Record<'label' | 'yes' | 'no', string>) => ({
  label,
  choices: [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ],
});

type Choices = { label: string; choices: readonly Choice[] };

function choicesOf<Value extends string | number>(
  label: string,
  values: readonly Value[],
  labelOf: (value: Value) => string,
): Choices {
  return { label, choices: values.map((value) => ({ value: String(value), label: labelOf(value) })) };
}

const oneToTen = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The filters of the member list whose values are always the same, as in an address. */
export const fixedChoices: Record<Exclude<FilterName, 'department'>, Choices> = {
  track: { label: texts.track, choices: trackChoices },
  year: choicesOf(texts.year, years, (year) => yearLabels[year]),
  step: { label: texts.step, choices: stepChoices },
  submitted: flagFilter(texts.submitted),
  reviewed: flagFilter(texts.reviewed),
  graded: flagFilter(texts.graded),
  linkToCheck: flagFilter(texts.linkToCheck),
  sameStudentId: flagFilter(texts.sameStudentId),
  address: choicesOf(texts.address, ['refused', 'unconfirmed'] as const, (state) => texts.addresses[state]),
  score: choicesOf(texts.score, oneToTen, texts.atLeast),
  mean: choicesOf(texts.mean, oneToTen, texts.atLeast),
  opinions: choicesOf(texts.opinions, [0, 1, 2, 3, 4], String),
  spread: choicesOf(texts.spread, [1, 2, notableSpread, 4, 5], texts.orMore),
  reviewedBy: choicesOf(
    texts.reviewedBy.label,
    ['me', 'not-me', 'nobody'] as const,
    (by) => texts.reviewedBy[by],
  ),
  outcome: choicesOf(texts.outcome, [...outcomes, 'none'] as const, (outcome) =>
    outcomeLabel(outcome === 'none' ? null : outcome),
  ),
  place: choicesOf(texts.place, placeStates, (state) => placeLabels[state]),
};

/** Filters that may have several values, and the sign between them. */
export const severalOf: Partial<Record<FilterName, string>> = {
  ...{ track: ',', year: ',', step: ',', outcome: ',', department: '|' },
};

/** A filter and its value in words. */
export function namedFilter(name: FilterName, value: string): { label: string; words: string } {
  const { label, choices } =
    name === 'department' ? { label: texts.department, choices: [] } : fixedChoices[name];
  const named = value
    .split(severalOf[name] ?? ',')
    .map((each) => choices.find((choice) => choice.value === each)?.label ?? each);
  const isAnyTrack = name === 'track' && value === tracks.join();
  return { label, words: isAnyTrack ? texts.anyTrack : named.join(texts.or) };
}

const inUseQuery = readQuery([...adminKey, 'departments'], '/api/admin/departments', departmentsInUse, {
  staleTime: 60_000,
});

/** Every filter: the departments are those that the club offers now, and those that members have. */
export function useFilterChoices(): Record<FilterName, Choices> {
  const { registration, profile } = useClub().departments;
  const { data } = useQuery(inUseQuery);
  const names = [...new Set([...registration, ...profile, ...(data?.departments ?? [notSet])])];
  const choices = names.map((name) => ({ value: name, label: name }));
  return { ...fixedChoices, department: { label: texts.department, choices } };
}
