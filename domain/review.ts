import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { changeSeq } from './changes.ts';
import { memberFilter } from './member-list.ts';
import { type Member, member, memberUid } from './members.ts';
import { isStorableText, requiredMultilineText } from './required-text.ts';

/** Maximum lengths in characters. */
export const reviewLimits = {
  text: 2_000,
  requirement: 200,
  requirements: 50,
  snippets: 50,
  version: 200,
} as const;

function optionalText(label: string) {
  return trimmedString(reviewLimits.text, {
    tooLong: () => `${label} must be at most ${reviewLimits.text.toLocaleString('en-US')} characters long`,
  }).check(z.refine(isStorableText, `${label} contains characters that cannot be stored`));
}

const feedback = optionalText('Feedback');
const note = optionalText('The note');

/** The titles of the task's requirements that the submission meets. */
const met = z
  .array(
    trimmedString(reviewLimits.requirement).check(z.refine(isStorableText, 'There is no such requirement')),
  )
  .check(z.maxLength(reviewLimits.requirements));

/** A submission as it was when the member replaced it, with its review. */
const formerSubmission = z.object({
  submittedAt: z.nullable(z.string()),
  githubLink: z.string(),
  /** Null when the text is no longer kept. */
  projectDescription: z.nullable(z.string()),
  submissionReviewed: z.boolean(),
  graded: z.boolean(),
  feedback: z.nullable(z.string()),
  feedbackAt: z.nullable(z.string()),
  met: z.array(z.string()),
  /** Feedback as last saved, sent or not. */
  draft: z.string(),
  note: z.string(),
});
export type FormerSubmission = z.infer<typeof formerSubmission>;

/** Another member's submission of the same repository. */
export const sameRepository = z.pick(member, {
  uid: true,
  fullName: true,
  email: true,
  developmentTrack: true,
  submissionTrack: true,
  githubLink: true,
  submittedAt: true,
  submissionReviewed: true,
  graded: true,
});
export type SameRepository = z.infer<typeof sameRepository>;

/** Maximum number of other members shown for one repository. */
export const sameRepositoryCap = 10;

/** The response of `GET /api/admin/reviews/:uid`: everything needed to judge one submission. */
export const submissionReview = z.object({
  /** The end of the change log at the time of reading: events up to it are included. */
  seq: changeSeq,
  member,
  /** Names the state of submission and review, part by part. A write carries what its page shows (`versionShown`). */
  version: z.string(),
  met: z.array(z.string()),
  /** Feedback as last saved. It is sent if it equals `member.feedback`. */
  draft: z.string(),
  /** Only administrators see it. */
  note: z.string(),
  /** Newest first. */
  former: z.array(formerSubmission),
  sameRepository: z.array(sameRepository),
});
export type SubmissionReview = z.infer<typeof submissionReview>;

/** Names a submission and its marks as a page shows them. It is the beginning of a review's version. */
export function shownVersion(shown: Pick<Member, 'submittedAt' | 'submissionReviewed' | 'graded'>): string {
  return `${shown.submittedAt ?? ''}/${Number(shown.submissionReviewed)}${Number(shown.graded)}`;
}

/** The version of a review on a page that shows marks and feedback as the stream has said since it was read. */
export function versionShown({ version, member: read }: SubmissionReview, shown: Member): string {
  const marks = shownVersion({ ...shown, submittedAt: read.submittedAt });
  return [marks, shown.feedbackAt ?? '', ...version.split('/').slice(3)].join('/');
}

export const reviewVersion = boundedString(reviewLimits.version);

/**
 * The body of `PATCH /api/admin/reviews/:uid`: one transaction for all that it names; what it omits stays. `send` makes
 * the draft in the same body visible to the member; an empty one takes the feedback back.
 */
export const reviewWrite = z
  .strictObject({
    version: reviewVersion,
    submissionReviewed: z.optional(z.boolean()),
    graded: z.optional(z.boolean()),
    send: z.optional(z.literal(true)),
    draft: z.optional(feedback),
    note: z.optional(note),
    met: z.optional(met),
  })
  .check(z.refine((body) => Object.keys(body).length > 1, 'There is nothing to save'))
  .check(z.refine((body) => !body.send || body.draft !== undefined, 'Say what to send'));
export type ReviewWrite = z.infer<typeof reviewWrite>;

/** Its response. */
export const reviewWritten = z.extend(submissionReview, {
  /** The change of the member's record, for `POST /api/admin/changes/:seq/undo`; null if it did not change. */
  change: z.nullable(changeSeq),
});
export type ReviewWritten = z.infer<typeof reviewWritten>;

const reviewFlags = { submissionReviewed: z.optional(z.boolean()), graded: z.optional(z.boolean()) };
const nothingToSet = 'Say whether the submission is reviewed, graded, or both';

/**
 * The body of `PATCH /api/admin/members/:uid/review`: one or both marks; an omitted one stays. Returns the record.
 * `version` names the submission that the page showed.
 */
export const review = z
  .strictObject({ version: reviewVersion, ...reviewFlags })
  .check(
    z.refine((body) => body.submissionReviewed !== undefined || body.graded !== undefined, nothingToSet),
  );
/** Maximum number of members reviewed in one request. */
export const reviewManyCap = 500;

/** The body of `PATCH /api/admin/reviews`: reviews many members in one transaction with one undo. */
export const reviewMany = z
  .strictObject({
    members: z
      .array(z.strictObject({ uid: memberUid, version: reviewVersion }))
      .check(z.minLength(1), z.maxLength(reviewManyCap)),
    ...reviewFlags,
  })
  .check(
    z.refine((body) => body.submissionReviewed !== undefined || body.graded !== undefined, nothingToSet),
  );
export type ReviewMany = z.infer<typeof reviewMany>;

/** The records that a review of many was refused for: they are not what the page showed. */
export const outdatedMembers = z.array(member);

/** The response of `PATCH /api/admin/reviews`. */
export const reviewManyAnswer = z.object({
  /** How many records changed; the others already had these marks. */
  changed: z.number().check(z.int(), z.gte(0)),
  /** The requested members that were skipped because they have no submission or no record. */
  skipped: z.array(z.string()),
  /** The batch id, and a change of the batch for `POST /api/admin/changes/:seq/undo`; null if nothing changed. */
  batch: z.nullable(z.string()),
  seq: z.nullable(changeSeq),
});
export type ReviewManyAnswer = z.infer<typeof reviewManyAnswer>;

/** The query string of `GET /api/admin/review-queue`: the queue's filter and the submission to find in it. */
export const reviewQueueQuery = z.extend(
  z.pick(memberFilter, { q: true, track: true, year: true, step: true, reviewed: true, linkToCheck: true }),
  { at: z.optional(memberUid) },
);
export type ReviewQueueQuery = z.infer<typeof reviewQueueQuery>;

const neighbour = z.nullable(z.string());

/** The response: where the submission stands among those of the filter, oldest first. */
export const reviewQueue = z.object({
  seq: changeSeq,
  /** The oldest submission that waits for review, or else the oldest. */
  first: neighbour,
  previous: neighbour,
  next: neighbour,
  /** The next one that waits for review, continued from the beginning after the end. */
  nextWaiting: neighbour,
  /** From 1: how many submissions of the filter come up to this one. Null without `at`. */
  position: z.nullable(z.int().check(z.gte(0))),
  total: z.int().check(z.gte(0)),
  /** How many of them wait for review. */
  waiting: z.int().check(z.gte(0)),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

/** A saved text for feedback. */
const snippet = z.object({ id: z.string(), text: z.string() });
export type Snippet = z.infer<typeof snippet>;

/** The response of `GET /api/admin/review-snippets`, oldest first. */
export const snippetList = z.object({ snippets: z.array(snippet) });

/** The body of `POST /api/admin/review-snippets`. */
export const newSnippet = z.strictObject({ text: requiredMultilineText('The snippet', reviewLimits.text) });

export const snippetId = boundedString(64).check(z.regex(/^[\w-]{1,64}$/, 'There is no such snippet'));

/** Texts of refused reviews. */
export const reviewRefusals = {
  replaced: 'This member has submitted again. Look at the new submission first.',
  changedMeanwhile: (result: string) => `This submission was changed meanwhile: it is now ${result}.`,
  someChanged: (changed: number, all: number) =>
    `${changed} of ${all} submissions were changed meanwhile. They are not selected any more; look at them first.`,
  tooManySnippets: `There can be at most ${reviewLimits.snippets} snippets. Delete one first.`,
  snippetMissing: 'This snippet does not exist any more.',
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
  memberPage: 'Member’s page',
  previous: 'Previous submission',
  next: 'Next submission',
  position: (position: number | null, total: number) =>
    `${position === null ? '–' : formatted(position)} of ${formatted(total)}`,
  /** Names the list of submissions. */
  queue: 'Submissions',
  queueFailed: 'The list could not be loaded.',
  retry: 'Try again',
  more: 'Show more',
  moreFailed: 'Could not load more. Try again',
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
  loadFailed: 'The submission could not be loaded',
  noSubmission: 'This member has not submitted a project.',
  open: 'Open repository',
  reviewedAndNext: 'Reviewed and next',
  sendAndNext: 'Send, reviewed and next',
  reviewed: 'Reviewed',
  notReviewed: 'Not reviewed',
  graded: 'Graded',
  undo: 'Undo',
  nothingToUndo: 'There is nothing to undo on this page.',
  undone: (name: string) => `${name}: marks and feedback undone. Draft, note and checklist are kept.`,
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
  isOpen: 'open',
  project: 'Project',
  member: 'Member',
  history: 'History',
  changed: 'Changes since the former submission',
  unchangedText: 'The description is the same.',
  linkChanged: 'The repository changed:',
  formerTextGone: 'The former description is no longer kept.',
  former: 'Former submissions',
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

/** Texts of feedback, note and snippets. */
export const feedbackTexts = {
  feedback: 'Feedback to the member',
  feedbackHint: 'Optional. The member sees it once it is sent.',
  send: 'Send feedback',
  sendChange: 'Send the change',
  takeBack: 'Take it back',
  draft: 'Draft',
  sent: 'Sent',
  changedDraft: 'Sent, with changes that are not sent',
  note: 'Private note',
  noteHint: 'Only administrators see it.',
  saving: 'Saving...',
  saved: 'Saved',
  unsaved: 'Not saved yet',
  failed: 'Could not be saved',
  unsentElsewhere: 'There is a draft that was not sent:',
  beingWritten: 'Feedback is being written in another window:',
  adopt: 'Use this text',
  otherVersion: 'This text was changed on another page. It now reads:',
  keepMine: 'Keep mine',
  takeOther: 'Use the other',
  snippets: 'Snippets',
  noSnippets: 'Save a text that you write often, and insert it here.',
  saveSnippet: 'Save as a snippet',
  insertSnippet: (text: string) => `Insert: ${text}`,
  deleteSnippet: (text: string) => `Delete the snippet: ${text}`,
} as const;

/** Shown when a submission changed while it was open. */
export const meanwhileTexts = {
  replaced: 'The member submitted again while this was open. This is the new submission.',
  changed: (result: string) => `This was reviewed on another page meanwhile. It is now ${result}.`,
  dismiss: 'Understood',
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

/** The keys of the desk, in the order of the help. */
export const deskKeys = [
  {
    keys: ['E'],
    action: 'reviewedAndNext',
    short: 'reviewed and next',
    label: 'Reviewed and next; sends the feedback if there is a draft',
  },
  { keys: ['J', '→'], action: 'next', short: 'next', label: 'Next submission' },
  { keys: ['K', '←'], action: 'previous', short: 'previous', label: 'Previous submission' },
  { keys: ['R'], action: 'reviewed', label: 'Reviewed, on or off' },
  { keys: ['G'], action: 'graded', label: 'Graded, on or off' },
  { keys: ['F'], action: 'feedback', short: 'feedback', label: 'Write feedback' },
  { keys: ['S'], action: 'snippets', label: 'Snippets' },
  { keys: ['N'], action: 'note', label: 'Write a private note' },
  { keys: ['1', '–', '9'], action: 'requirement', short: 'requirement', label: 'Tick a requirement' },
  { keys: ['O'], action: 'open', label: 'Open the repository' },
  { keys: ['Z'], action: 'undo', short: 'undo', label: 'Undo the last marks and feedback' },
  { keys: ['?'], action: 'help', label: 'Show these keys' },
  { keys: ['Esc'], action: 'leave', label: 'Leave a text field' },
  { keys: ['Ctrl', 'Enter'], action: 'reviewedAndNext', label: 'Reviewed and next, from a text field' },
] as const;

export const keyTexts = {
  title: 'Keyboard shortcuts',
  button: 'Keyboard shortcuts',
  enabled: 'Single keys act on the page',
} as const;

/** The marks that the administrator sets on a submission. */
export type ReviewFlags = Partial<Pick<Member, 'submissionReviewed' | 'graded'>>;

/** The marks that a review set, such as 'reviewed' or 'not graded'. */
export function flagsText({ submissionReviewed, graded }: ReviewFlags): string {
  const words = [];
  if (submissionReviewed !== undefined) words.push(submissionReviewed ? 'reviewed' : 'not reviewed');
  if (graded !== undefined) words.push(graded ? 'graded' : 'not graded');
  return words.join(' and ');
}
