import { listed } from './invisible.ts';
import { type FormerSubmission, type ReviewFlags, reviewLimits } from './review.ts';

export const reviewRefusals = {
  replaced: 'This member has submitted again. Look at the new submission first.',
  corrected: 'The link of this submission was corrected. Look at the project first.',
  changedMeanwhile: (result: string) => `This submission has changed: it is now ${result}.`,
  someChanged: (changed: number, all: number) =>
    `${changed} of ${all} submissions have changed and are no longer selected. Look at them first.`,
  tooManySnippets: `There can be at most ${reviewLimits.snippets} snippets. Delete one first.`,
  own: 'This is your own submission: somebody else reviews it.',
  mayNotSend: 'Only the administrator sends feedback.',
  mayNotMark:
    'The last opinion marks a submission as reviewed. Only the administrator may set this mark otherwise.',
  snippetMissing: 'This snippet no longer exists.',
} as const;

/** Maximum number of names in a notification. */
const mostNames = 3;

function someOf(names: readonly string[]): string {
  const more = names.length - mostNames;
  return more > 0 ? `${listed(names.slice(0, mostNames))} and ${more} more` : listed(names);
}

export const reviewTexts = {
  nothingToUndo: 'There is nothing to undo on this page.',
  undone: (name: string) => `${name}: marks and feedback undone. Draft, note and checklist are kept.`,
  notUndone: (name: string, reason: string) => `${name}: not undone. ${reason}`,
  nameless: 'This member',
  anonymous: 'A submission',
  notSaved: (names: readonly string[], reason: string) => `${someOf(names)}: not saved. ${reason}`,
  look: 'Look at it',
  openInDesk: 'Review this submission',
} as const;

/** The result of a review in words. */
export function resultText({
  submissionReviewed,
  graded,
  feedback,
}: Pick<FormerSubmission, 'submissionReviewed' | 'graded' | 'feedback'>): string {
  return [
    submissionReviewed ? 'reviewed' : 'not reviewed',
    graded ? 'graded' : 'not graded',
    feedback === null ? 'without feedback' : 'with feedback',
  ].join(', ');
}

/** The marks that a review set, such as 'reviewed' or 'not graded'. */
export function flagsText({ submissionReviewed, graded }: ReviewFlags): string {
  const words = [];
  if (submissionReviewed !== undefined) words.push(submissionReviewed ? 'reviewed' : 'not reviewed');
  if (graded !== undefined) words.push(graded ? 'graded' : 'not graded');
  return words.join(' and ');
}

/** The mark of a submission that came after its deadline; null for any other. */
export function lateLabel({
  late,
  earlierInTime,
}: {
  late: boolean;
  earlierInTime?: boolean;
}): string | null {
  if (!late) return null;
  return earlierInTime ? 'Late, after a version in time' : 'Late';
}

export const keyTexts = {
  title: 'Keyboard shortcuts',
  button: 'Keyboard shortcuts',
  enabled: 'Single keys act on the page',
} as const;
