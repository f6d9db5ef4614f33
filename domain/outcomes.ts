import * as z from 'zod/mini';

/** The end of a season for a member; a member without an outcome has null. */
export const outcomes = ['selected', 'waitlisted', 'not-selected'] as const;
export const outcome = z.enum(outcomes, 'There is no such outcome');
export type Outcome = (typeof outcomes)[number];

export const outcomeLabels: Record<Outcome, string> = {
  selected: 'Selected',
  waitlisted: 'Waitlisted',
  'not-selected': 'Not selected',
};

export function outcomeLabel(value: Outcome | null): string {
  return value === null ? 'No outcome' : outcomeLabels[value];
}
