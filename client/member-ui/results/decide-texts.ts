import { formatCount } from '#client/lib/format.ts';
import { type Outcome, outcomeLabel } from '#domain/outcomes.ts';

/* Of every list and page that sets an outcome; those of the results page would be loaded with them. */

const members = (count: number) => formatCount(count, 'member', 'members');

export const decideTexts = {
  legend: 'Outcome',
  done: (count: number, outcome: Outcome | null) =>
    `${members(count)}: ${outcomeLabel(outcome).toLowerCase()}.`,
  nothing: 'They have this outcome already.',
  skipped: (count: number) => ` ${members(count)} left and were skipped.`,
  undo: 'Undo',
  failed: 'The outcome wasn’t set.',
  releasedHint: 'Results are released: a change is a correction that the member sees after ten minutes.',
} as const;

export const correctionTexts = {
  change: (before: Outcome | null, after: Outcome | null) =>
    `${outcomeLabel(before)} → ${outcomeLabel(after)}`,
  left(milliseconds: number) {
    const minutes = Math.ceil(milliseconds / 60_000);
    return minutes > 0 ? `in ${formatCount(minutes, 'minute', 'minutes')}` : 'in a moment';
  },
} as const;
