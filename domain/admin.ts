import { z } from 'zod';
import { changeSeq } from './changes.ts';
import { tracks } from './member-choices.ts';
import { memberUid } from './members.ts';

const count = z.number().int().min(0);

/** The response of `GET /api/admin/summary`: the counts of the administrator's dashboard. */
export const adminSummary = z.object({
  /** The end of the change log at the time of reading: later events are not counted. */
  seq: changeSeq,
  total: count,
  /** Members by track; `none` counts those without one. */
  tracks: z.record(z.enum([...tracks, 'none']), count),
  /** Members by the number of completed steps (`completedSteps`), for 1, 2, 3 and 4. */
  steps: z.tuple([count, count, count, count]),
  /** Members with a githubLink. */
  submissions: count,
  /** Submissions that are not yet reviewed. */
  waitingForReview: count,
  reviewed: count,
  graded: count,
  /** The last 30 days in UTC, oldest first and ending with today, including days without registrations. */
  registrationsPerDay: z.array(z.object({ day: z.iso.date(), count })),
  /** The position up to which the administrator has seen the changes; null before the first visit. */
  lastVisit: z.object({ seq: changeSeq, at: z.string() }).nullable(),
  /** Changes since the last visit, counted up to `newChangesCap`. */
  newChanges: count,
});
export type AdminSummary = z.infer<typeof adminSummary>;

/** New changes are counted up to this number; show a larger count with a plus. */
export const newChangesCap = 1_000;

/** Number of days in `registrationsPerDay`, including today. */
export const registrationDays = 30;

/** The body of `PUT /api/admin/visit`: the administrator has seen the changes up to `seq`. */
export const adminVisit = z.strictObject({ seq: changeSeq });

const reviewFlags = { submissionReviewed: z.boolean().optional(), graded: z.boolean().optional() };
const nothingToSet = 'Say whether the submission is reviewed, graded, or both';

/** The body of `PATCH /api/admin/members/:uid/review`: one or both marks; an omitted one stays. Returns the record. */
export const review = z
  .strictObject(reviewFlags)
  .refine((body) => body.submissionReviewed !== undefined || body.graded !== undefined, nothingToSet);
export type Review = z.infer<typeof review>;

/** Maximum number of members reviewed in one request. */
export const reviewManyCap = 500;

/** The body of `PATCH /api/admin/members/review`: reviews many members in one transaction with one undo. */
export const reviewMany = z
  .strictObject({ uids: z.array(memberUid).min(1).max(reviewManyCap), ...reviewFlags })
  .refine((body) => body.submissionReviewed !== undefined || body.graded !== undefined, nothingToSet);
export type ReviewMany = z.infer<typeof reviewMany>;

/** The response of `PATCH /api/admin/members/review`. */
export const reviewManyAnswer = z.object({
  /** How many records changed; the others already had these marks. */
  changed: count,
  /** The requested members that were skipped because they have no submission or no record. */
  skipped: z.array(z.string()),
  /** The batch id, and a change of the batch for `POST /api/admin/changes/:seq/undo`; null if nothing changed. */
  batch: z.string().nullable(),
  seq: changeSeq.nullable(),
});
export type ReviewManyAnswer = z.infer<typeof reviewManyAnswer>;
