import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { claim } from './claims.ts';
import { changeSeq } from './live-events.ts';
import { memberFilter, memberListQuery } from './member-list.ts';
import { type Member, member, memberUid } from './members.ts';
import { opinion, ownOpinion, scoresWrite } from './opinions.ts';
import { cleanText, isStorableText, requiredMultilineText, storable } from './required-text.ts';
import { pick, type Shown, shownOf } from './shown.ts';

/** Maximum lengths in characters. */
export const reviewLimits = {
  text: 2_000,
  requirement: 200,
  requirements: 50,
  snippets: 50,
} as const;

function optionalText(label: string) {
  return trimmedString(reviewLimits.text, {
    tooLong: () => `${label} must be at most ${reviewLimits.text.toLocaleString('en-US')} characters long`,
  }).check(z.overwrite(cleanText), storable(label));
}

const feedback = optionalText('Feedback');
const note = optionalText('The note');

/** The ids of the task's requirements that the submission meets; a script may name one by its title. */
const met = z
  .array(
    trimmedString(reviewLimits.requirement).check(z.refine(isStorableText, 'There is no such requirement')),
  )
  .check(z.maxLength(reviewLimits.requirements));

/** A submission as it was when the member replaced it, with its review. */
const formerSubmission = z.object({
  submittedAt: z.nullable(z.string()),
  githubLink: z.string(),
  /** Whether it came after the member's deadline. */
  late: z.boolean(),
  /** Null when the text is no longer kept. */
  projectDescription: z.nullable(z.string()),
  submissionReviewed: z.boolean(),
  graded: z.boolean(),
  feedback: z.nullable(z.string()),
  feedbackAt: z.nullable(z.string()),
  opinions: z.array(opinion),
  /** Feedback as last saved, sent or not. */
  draft: z.string(),
  note: z.string(),
});
export type FormerSubmission = z.infer<typeof formerSubmission>;

const { fullName, email, studentId, department, yearOfStudy } = member.shape;
/** The person behind a submission; reviewers do not get these where the club reviews blind. */
const named = { fullName: z.optional(fullName), email: z.optional(email) };
const owner = {
  ...named,
  studentId: z.optional(studentId),
  department: z.optional(department),
  yearOfStudy: z.optional(yearOfStudy),
};
export const ownerFields = Object.keys(owner) as (keyof typeof owner)[];

/** A submission in a list. */
export const listedSubmission = z.object({
  ...z.pick(member, {
    uid: true,
    developmentTrack: true,
    submissionTrack: true,
    githubLink: true,
    submittedAt: true,
    submissionReviewed: true,
    graded: true,
  }).shape,
  ...named,
});
export type ListedSubmission = z.infer<typeof listedSubmission>;

/** The part of a record that a submission is judged by, and whose it is. Contact numbers are no part of it. */
export const reviewedMember = z.object({
  ...listedSubmission.shape,
  ...z.pick(member, { taskCompleted: true, projectDescription: true }).shape,
  ...z.pick(member, { feedback: true, feedbackAt: true, formerFeedback: true }).shape,
  ...owner,
});
export type ReviewedMember = z.infer<typeof reviewedMember>;

/** Maximum number of other members shown for one repository. */
export const sameRepositoryCap = 10;

/** The response of `GET /api/admin/reviews/:uid`: everything needed to judge one submission. */
export const submissionReview = z.object({
  /** The end of the change log at the time of reading: events up to it are included. */
  seq: changeSeq,
  member: reviewedMember,
  /** Whether it was submitted after the member's deadline. */
  late: z.boolean(),
  /** Whether it is late and replaced a version that came in time, which stays valid. */
  earlierInTime: z.boolean(),
  /** The reviewer who has it open; null if nobody. */
  claim: z.nullable(claim),
  opinion: ownOpinion,
  /** Those of others, first saved first; none until one's own counts. */
  others: z.array(opinion),
  /** How many of others count. */
  otherOpinions: z.int(),
  /** The titles of requirements that the reviewer's opinion ticks and the task no longer has. */
  removedMet: z.array(z.string()),
  /** The club's settings, for the reviewer who asks. */
  rules: z.object({
    /** The names of the criteria to score. */
    criteria: z.array(z.string()),
    /** How many opinions the submission wants. */
    opinions: z.int(),
    maySend: z.boolean(),
    /** Whether to set 'Reviewed' whatever the opinions. */
    mayMark: z.boolean(),
  }),
  /** Feedback as last saved. It is sent if it equals `member.feedback`. */
  draft: z.string(),
  /** Shared by the staff, who alone see it. */
  note: z.string(),
  /** Newest first. */
  former: z.array(formerSubmission),
  sameRepository: z.array(listedSubmission),
});
export type SubmissionReview = z.infer<typeof submissionReview>;

/** A review is decided on these: the submission, its marks and feedback, and what only the staff see. */
const shownFields = [
  ...(['githubLink', 'submittedAt', 'submissionReviewed', 'graded', 'feedback'] as const),
  ...(['draft', 'note', 'met', 'comment'] as const),
] as const;
export type ShownReview = Shown<(typeof shownFields)[number]>;

/** A submission and its marks, as every list of submissions shows them. */
export function shownSubmission(
  member: Pick<Member, 'githubLink' | 'submittedAt' | 'submissionReviewed' | 'graded'>,
) {
  return pick(member, ['githubLink', 'submittedAt', 'submissionReviewed', 'graded']);
}

/** A reviewer's own opinion. It counts once it has every score, or was written without `unfinished`. */
const opinionWrite = z.strictObject({
  met: z.optional(met),
  scores: z.optional(scoresWrite),
  comment: z.optional(optionalText('The comment')),
  unfinished: z.optional(z.literal(true)),
});

const reviewFields = z.strictObject({
  submissionReviewed: z.optional(z.boolean()),
  graded: z.optional(z.boolean()),
  send: z.optional(z.literal(true)),
  draft: z.optional(feedback),
  note: z.optional(note),
  opinion: z.optional(opinionWrite),
});

/** The values that a review sets; the others stay. `send` makes the draft visible to the member; an empty one withdraws feedback. */
export type ReviewSet = z.infer<typeof reviewFields>;

function isReview({ send, draft, ...rest }: ReviewSet): boolean {
  return send ? draft !== undefined : draft !== undefined || Object.keys(rest).length > 0;
}

const nothingToSet = 'Say what to set, and with `send`, which text';

const shownReview = shownOf(shownFields);

/** Maximum number of submissions reviewed in one request: with what was shown of each, that is a body's size. */
export const reviewsCap = 200;

const reviewWrite = z.strictObject({
  uid: memberUid,
  shown: shownReview,
  set: reviewFields.check(z.refine(isReview, nothingToSet)),
});
export type ReviewWrite = z.infer<typeof reviewWrite>;

/** The body of `PATCH /api/admin/reviews`: reviews one or many submissions in one transaction with one undo. */
export const reviewsWrite = z.strictObject({
  reviews: z.array(reviewWrite).check(z.minLength(1), z.maxLength(reviewsCap)),
});

/** A submission as it is, where a review of it was refused: `current` of 409 STALE_VERSION is a list of these. */
export const currentReviews = z.array(submissionReview);

/** The response of `PATCH /api/admin/reviews`. */
export const reviewsAnswer = z.object({
  /** How many records changed; the others already had these marks. */
  changed: z.number().check(z.int(), z.gte(0)),
  /** Of several, the members that were skipped because they have no submission or no record. */
  skipped: z.array(z.string()),
  /** A change of the batch, for `POST /api/admin/changes/:seq/undo`; null if no record changed. */
  seq: z.nullable(changeSeq),
});
export type ReviewsAnswer = z.infer<typeof reviewsAnswer>;

/** The query string of `GET /api/admin/review-queue`: the queue's filter and the submission to find in it. */
export const reviewQueueQuery = z.extend(
  z.pick(memberFilter, {
    q: true,
    track: true,
    year: true,
    step: true,
    reviewed: true,
    reviewedBy: true,
    linkToCheck: true,
  }),
  { at: z.optional(memberUid) },
);
export type ReviewQueueQuery = z.infer<typeof reviewQueueQuery>;

const neighbour = z.nullable(z.string());

/** The response: where the submission stands among those of the filter, oldest first. */
export const reviewQueue = z.object({
  /** The oldest submission that waits for review, or else the oldest. */
  first: neighbour,
  previous: neighbour,
  next: neighbour,
  /**
   * The next one for this reviewer, of those with the fewest opinions, continued from the beginning after the end. None
   * that another reviewer has open is among the neighbours.
   */
  nextWaiting: neighbour,
  /** Whether nobody else reviews in this portal. */
  alone: z.boolean(),
  /** Whether another reviewer has a submission open. */
  othersOpen: z.boolean(),
  /** Whether the submissions have no names for the one who asks, nor a year. */
  blind: z.boolean(),
  /** From 1: how many submissions of the filter come up to this one. Null without `at`. */
  position: z.nullable(z.int().check(z.gte(0))),
  total: z.int().check(z.gte(0)),
  /** How many of them wait for review. */
  waiting: z.int().check(z.gte(0)),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

/** The query string of `GET /api/admin/review-queue/submissions`: a page of the queue's list, oldest first. */
export const submissionListQuery = z.extend(z.omit(reviewQueueQuery, { at: true }), {
  ...z.pick(memberListQuery, { cursor: true, limit: true }).shape,
});

/** The response, whose submissions are members to the pages that show marks early. */
export const submissionList = z.object({
  members: z.array(listedSubmission),
  nextCursor: z.nullable(z.string()),
});
export type SubmissionList = z.infer<typeof submissionList>;

/** The uses of saved texts. */
export type SnippetKind = 'feedback' | 'answer';

const snippet = z.object({ id: z.string(), text: z.string() });
export type Snippet = z.infer<typeof snippet>;

/** The response of `GET /api/admin/review-snippets`, newest first. */
export const snippetList = z.object({ snippets: z.array(snippet) });

export const snippetId = boundedString(64).check(z.regex(/^[\w-]{1,64}$/, 'There is no such snippet'));

/** The body of `POST /api/admin/review-snippets`. */
export const newSnippet = z.strictObject({
  text: requiredMultilineText('The snippet', reviewLimits.text),
  /** The snippet whose place it takes. */
  replaces: z.optional(snippetId),
});

/** The marks that the administrator sets on a submission. */
export type ReviewFlags = Partial<Pick<Member, 'submissionReviewed' | 'graded'>>;
