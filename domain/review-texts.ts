import { type FormerSubmission, type ReviewFlags, reviewLimits } from './review.ts';

/** Texts of refused reviews. */
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

function formatted(count: number): string {
  return count.toLocaleString('en-US');
}

/** Maximum number of names in a notification. */
const mostNames = 3;

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return more > 0 ? `${names.slice(0, mostNames).join(', ')} and ${more} more` : names.join(', ');
}

/** Texts of the review desk. */
export const deskTexts = {
  title: 'Review',
  offer: 'Welcome. You can protect your account better:',
  offerLink: 'Set up a second factor',
  memberPage: 'Member’s page',
  previous: 'Previous submission',
  next: 'Next submission',
  position: (position: number | null, total: number) =>
    `Submission ${position === null ? '–' : formatted(position)} of ${formatted(total)}`,
  /** Names the list of submissions. */
  queue: 'Submissions',
  queueFailed: 'The list couldn’t be loaded.',
  more: 'Show more',
  moreFailed: 'Couldn’t load more. Try again',
  progress: 'Reviewed',
  submitted: (at: string) => `submitted ${at}`,
  left: (waiting: number) =>
    waiting === 0 ? 'Nothing left to review' : `${formatted(waiting)} left to review`,
  emptyTitle: 'No submissions yet',
  empty: 'Projects appear here as soon as members submit them, oldest first.',
  nothingFoundTitle: 'No submission matches',
  nothingFound: 'Change the filters or the search, or show all submissions.',
  showAll: 'Show all submissions',
  finished: 'Everything in this queue is reviewed.',
  loadFailed: 'The submission couldn’t be loaded',
  noSubmission: 'This member has not submitted a project.',
  open: 'Open repository',
  reviewedAndNext: 'Reviewed and next',
  sendAndNext: 'Send, reviewed and next',
  reviewed: 'Reviewed',
  notReviewed: 'Not reviewed',
  graded: 'Graded',
  undo: 'Undo the last review',
  nothingToUndo: 'There is nothing to undo on this page.',
  undone: (name: string) => `${name}: marks and feedback undone. Draft, note and checklist are kept.`,
  notUndone: (name: string, reason: string) => `${name}: not undone. ${reason}`,
  nameless: 'This member',
  anonymous: 'A submission',
  notSaved: (names: readonly string[], reason: string) => `${listed(names)}: not saved. ${reason}`,
  chooseFirst: 'This feedback was changed in another window. Choose which text to keep first.',
  look: 'Look at it',
  onThisPage: 'On this page',
  requirements: 'Requirements',
  noRequirements: 'There is no task without a development track.',
  nowIn: (track: string) => `Now in ${track}`,
  showDescriptions: 'Show what each means',
  hideDescriptions: 'Hide what each means',
  met: (count: number, all: number) => `${count} of ${all} met`,
  isMet: 'met',
  removedMet: (titles: readonly string[]) => `Met, and no longer asked for: ${titles.join(', ')}`,
  isOpen: 'open',
  project: 'Project',
  member: 'Member',
  history: 'History',
  changed: 'Changes since the previous submission',
  unchangedText: 'The description is the same.',
  linkChanged: 'The repository changed:',
  formerTextGone: 'The previous description is no longer kept.',
  former: 'Previous submissions',
  useText: 'Use this text',
  added: '(added)',
  removed: '(removed)',
  same: (others: number) =>
    others === 1
      ? 'Another member submitted the same repository.'
      : `${others} other members submitted the same repository.`,
  review: 'Review',
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
