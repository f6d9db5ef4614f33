import { z } from 'zod';
import { changeSeq } from './changes.ts';
import { tracks } from './member-choices.ts';
import { memberUid } from './members.ts';

const count = z.number().int().min(0);

/** The answer of `GET /api/admin/summary`: the administrator's view at a glance. */
export const adminSummary = z.object({
  /** The log's end when this was read: events up to it are counted. */
  seq: changeSeq,
  total: count,
  /** Members by track; `none` have not chosen one. */
  tracks: z.record(z.enum([...tracks, 'none']), count),
  /** Members by the number of completed steps (`completedSteps`), for 1, 2, 3 and 4. */
  steps: z.tuple([count, count, count, count]),
  /** Members with a githubLink. */
  submissions: count,
  /** Of those, not yet reviewed. */
  waitingForReview: count,
  reviewed: count,
  graded: count,
  /** The last 30 days in UTC, oldest first and today last, days without a registration included. */
  registrationsPerDay: z.array(z.object({ day: z.iso.date(), count })),
  /** Up to where the administrator has seen the list of changes; null before the first visit. */
  lastVisit: z.object({ seq: changeSeq, at: z.string() }).nullable(),
  /** Changes after the last visit, at most `newChangesCap`. */
  newChanges: count,
});
export type AdminSummary = z.infer<typeof adminSummary>;

/** More new changes than this are not counted; show it with a plus. */
export const newChangesCap = 1_000;

/** Days that `registrationsPerDay` looks back, today included. */
export const registrationDays = 30;

/** The body of `PUT /api/admin/visit`: the administrator has seen the changes up to here. */
export const adminVisit = z.strictObject({ seq: changeSeq });

const reviewFlags = { submissionReviewed: z.boolean().optional(), graded: z.boolean().optional() };
const nothingToSet = 'Say whether the submission is reviewed, graded, or both';

/** The body of `PATCH /api/admin/members/:uid/review`: one or both; what is left out stays. Answers the record. */
export const review = z
  .strictObject(reviewFlags)
  .refine((body) => body.submissionReviewed !== undefined || body.graded !== undefined, nothingToSet);
export type Review = z.infer<typeof review>;

/** How many members one request reviews at most. */
export const reviewManyCap = 500;

/** The body of `PATCH /api/admin/members/review`: the same for many, in one transaction with one undo. */
export const reviewMany = z
  .strictObject({ uids: z.array(memberUid).min(1).max(reviewManyCap), ...reviewFlags })
  .refine((body) => body.submissionReviewed !== undefined || body.graded !== undefined, nothingToSet);
export type ReviewMany = z.infer<typeof reviewMany>;

/** Its answer. */
export const reviewManyAnswer = z.object({
  /** How many records changed; the others were so already. */
  changed: count,
  /** Of those asked for, the members without a submission or without a record: nothing to review. */
  skipped: z.array(z.string()),
  /** The batch of the changes, and one of them for `POST /api/admin/changes/:seq/undo`; null if none changed. */
  batch: z.string().nullable(),
  seq: changeSeq.nullable(),
});
export type ReviewManyAnswer = z.infer<typeof reviewManyAnswer>;
