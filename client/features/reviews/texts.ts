import { formatCount } from '#client/lib/format.ts';
import type { ReviewFlags } from '#domain/review.ts';
import { flagsText } from '#domain/review-texts.ts';

/** The outcome of a review from a list. */
export const reviewTexts = {
  notSaved: 'Not saved.',
  nameless: 'This member',
  notUndoneOf: (name: string) => `${name}: not undone.`,
  undo: 'Undo',
  saved: (changed: number, flags: ReviewFlags) =>
    changed === 0
      ? `Nothing to change: all are ${flagsText(flags)} already.`
      : `${formatCount(changed, 'submission', 'submissions')} marked as ${flagsText(flags)}.`,
  skipped: (count: number) => `${formatCount(count, 'member has', 'members have')} no submission.`,
} as const;
