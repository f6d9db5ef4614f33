import * as z from 'zod/mini';
import { isoTime } from './members.ts';
import { type Outcome, outcomeLabels } from './outcomes.ts';

export const placeStates = ['open', 'confirmed', 'declined', 'lapsed'] as const;
export type PlaceState = (typeof placeStates)[number];

/** A selected member's answer to the question whether they take their place. */
export const place = z.object({ state: z.enum(placeStates), until: isoTime });
export type Place = z.infer<typeof place>;

/** The body of `POST /api/me/place`. */
export const placeAnswer = z.strictObject({ answer: z.enum(['yes', 'no'], 'Answer yes or no') });
export type PlaceAnswer = z.infer<typeof placeAnswer>['answer'];

const states = { yes: 'confirmed', no: 'declined', lapsed: 'lapsed' } as const;

/** The state of a member's place; null for a member who was not asked. */
export function placeOf(
  result: { outcome: Outcome | null; answerUntil: string | null; answer: keyof typeof states | null },
  now: number,
): Place | null {
  const { outcome, answerUntil: until, answer } = result;
  if (outcome !== 'selected' || until === null) return null;
  if (answer) return { state: states[answer], until };
  return { state: now < Date.parse(until) ? 'open' : 'lapsed', until };
}

/** How administrators' pages name the states. */
export const placeLabels: Record<PlaceState, string> = {
  open: 'No answer',
  confirmed: 'Confirmed',
  declined: 'Declined',
  lapsed: 'Lapsed',
};

/** An outcome with what became of the place, such as 'Selected, confirmed'. */
export function decided(outcome: Outcome, state: PlaceState | null): string {
  const label = outcomeLabels[outcome];
  return state && outcome === 'selected' ? `${label}, ${placeLabels[state].toLowerCase()}` : label;
}

export const placeTexts = {
  seasonEnded: 'The season has ended just now, so your answer can’t be saved.',
  noPlace: 'There is no place to answer for. Your result may have changed.',
  lapsed: 'Your place has lapsed. Ask the club if it is still free.',
  answered: 'You’ve given your place back. Ask the club if it is still free.',
  nobodyAsked: 'None of these members still has to answer.',
  notWaitlisted: 'This member is not on the waiting list any more. Nothing was offered.',
  panels: {
    declined: {
      title: 'You’ve given your place back',
      text: 'Thank you for telling us. Your place goes to somebody on the waiting list.',
    },
    lapsed: {
      title: 'Your place has lapsed',
      text: 'We didn’t get an answer in time, so your place goes to somebody on the waiting list.',
    },
  },
  confirmBy: (moment: string) =>
    `Say on your dashboard by ${moment} whether you take your place. Without an answer it goes to somebody else.`,
  reminderSubject: (club: string) => `Do you take your place at ${club}?`,
  lapsedSubject: (club: string) => `Your place at ${club} has lapsed`,
} as const;
