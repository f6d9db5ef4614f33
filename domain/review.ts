import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { changeSeq } from './changes.ts';
import { memberFilter } from './member-list.ts';
import { type Member, member, memberUid } from './members.ts';
import { cleanText, isStorableText, requiredMultilineText, storable } from './required-text.ts';

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
  }).check(z.overwrite(cleanText), storable(label));
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
  /** Names the state of submission and review, part by part. A write carries what its page shows. */
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

const reviewVersion = boundedString(reviewLimits.version);

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

/** The marks that the administrator sets on a submission. */
export type ReviewFlags = Partial<Pick<Member, 'submissionReviewed' | 'graded'>>;
