import { z } from 'zod';
import { boundedString, trimmedString } from './bounded.ts';
import { changeSeq } from './changes.ts';
import { memberFilter } from './member-list.ts';
import { member, memberUid } from './members.ts';
import { isStorableText, requiredMultilineText } from './validation.ts';

/** Maximum lengths in characters. Feedback is short enough for the change log to hold it whole (docs/decisions/0034). */
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
  }).refine(isStorableText, `${label} contains characters that cannot be stored`);
}

const feedback = optionalText('Feedback');
const note = optionalText('The note');

/** The titles of the task's requirements that the submission meets. */
const met = z
  .array(trimmedString(reviewLimits.requirement).refine(isStorableText, 'There is no such requirement'))
  .max(reviewLimits.requirements);

/** A submission as it was when the member replaced it, with its review. */
const formerSubmission = z.object({
  submittedAt: z.string().nullable(),
  githubLink: z.string(),
  /** Null when the text is no longer kept. */
  projectDescription: z.string().nullable(),
  submissionReviewed: z.boolean(),
  graded: z.boolean(),
  feedback: z.string().nullable(),
  feedbackAt: z.string().nullable(),
  met: z.array(z.string()),
  /** Feedback as last saved, sent or not. */
  draft: z.string(),
  note: z.string(),
});
export type FormerSubmission = z.infer<typeof formerSubmission>;

/** Another member's submission of the same repository. */
export const sameRepository = member.pick({
  uid: true,
  fullName: true,
  email: true,
  developmentTrack: true,
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
  /** Names the state of submission and review. A write must carry the one that its page shows. */
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

/**
 * The body of `PATCH /api/admin/reviews/:uid`: one transaction for all that it names; what it omits stays. `send` makes
 * the draft, the one in this body if there is one, visible to the member; an empty draft takes the feedback back.
 */
export const reviewWrite = z
  .strictObject({
    version: boundedString(reviewLimits.version),
    submissionReviewed: z.boolean().optional(),
    graded: z.boolean().optional(),
    send: z.literal(true).optional(),
    draft: feedback.optional(),
    note: note.optional(),
    met: met.optional(),
  })
  .refine((body) => Object.keys(body).length > 1, 'There is nothing to save');
export type ReviewWrite = z.infer<typeof reviewWrite>;

/** Its response. */
export const reviewWritten = submissionReview.extend({
  /** The change of the member's record, for `POST /api/admin/changes/:seq/undo`; null if it did not change. */
  change: changeSeq.nullable(),
});
export type ReviewWritten = z.infer<typeof reviewWritten>;

/** The query string of `GET /api/admin/review-queue`: the queue's filter and the submission to find in it. */
export const reviewQueueQuery = memberFilter
  .pick({ q: true, track: true, year: true, step: true, reviewed: true })
  .extend({ at: memberUid.optional() });
export type ReviewQueueQuery = z.infer<typeof reviewQueueQuery>;

const neighbour = z.string().nullable();

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
  position: z.number().int().min(0).nullable(),
  total: z.number().int().min(0),
  /** How many of them wait for review. */
  waiting: z.number().int().min(0),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

/** A saved text for feedback. */
const snippet = z.object({ id: z.string(), text: z.string() });
export type Snippet = z.infer<typeof snippet>;

/** The response of `GET /api/admin/review-snippets`, oldest first. */
export const snippetList = z.object({ snippets: z.array(snippet) });

/** The body of `POST /api/admin/review-snippets`. */
export const newSnippet = z.strictObject({ text: requiredMultilineText('The snippet', reviewLimits.text) });

export const snippetId = boundedString(64).regex(/^[\w-]{1,64}$/, 'There is no such snippet');

/** Texts of refused reviews. */
export const reviewRefusals = {
  replaced: 'This member has submitted again. Look at the new submission first.',
  changedMeanwhile: (result: string) => `This submission was changed meanwhile: it is now ${result}.`,
  tooManySnippets: `There can be at most ${reviewLimits.snippets} snippets. Delete one first.`,
  snippetMissing: 'This snippet does not exist any more.',
} as const;
