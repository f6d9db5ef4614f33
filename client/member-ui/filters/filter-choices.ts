import { storedDepartments } from '#domain/departments.ts';
import { yearLabels, years } from '#domain/member-choices.ts';
import { outcomeLabel, outcomeLabels, outcomes } from '#domain/outcomes.ts';
import { stepChoices, trackChoices } from './choices.ts';
import type { FilterName } from './list-view.ts';
import { filterTexts as texts } from './texts.ts';

interface Choice {
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

/** Every filter of the member list, with the values that it can have, as in an address. */
export const filterChoices: Record<FilterName, { label: string; choices: readonly Choice[] }> = {
  track: { label: texts.track, choices: trackChoices },
  year: {
    label: texts.year,
    choices: years.map((year) => ({ value: String(year), label: yearLabels[year] })),
  },
  department: {
    label: texts.department,
    choices: storedDepartments.map((department) => ({ value: department, label: department })),
  },
  step: { label: texts.step, choices: stepChoices },
  submitted: flagFilter(texts.submitted),
  reviewed: flagFilter(texts.reviewed),
  graded: flagFilter(texts.graded),
  linkToCheck: flagFilter(texts.linkToCheck),
  sameStudentId: flagFilter(texts.sameStudentId),
  score: {
    label: texts.score,
    choices: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => ({
      value: String(count),
      label: texts.atLeast(count),
    })),
  },
  outcome: {
    label: texts.outcome,
    choices: [
      ...outcomes.map((outcome) => ({ value: outcome, label: outcomeLabels[outcome] })),
      { value: 'none', label: outcomeLabel(null) },
    ],
  },
};
