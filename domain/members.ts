import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { type Track, tracks } from './member-choices.ts';
import { shownOf } from './shown.ts';
import { years } from './study-years.ts';

/** Texts of the track picker (spec, points 4, 5 and 8). */
export const trackMessages = {
  saved: 'Development track updated successfully!',
  none: 'Please select a development track',
  failed: 'Failed to update development track. Please try again.',
} as const;

export const track = z.enum(tracks, trackMessages.none);
export const yearOfStudy = z.literal(years, 'Year of study is required');

/** An ISO 8601 time in UTC, such as 2026-09-01T09:30:00.000Z. */
export const isoTime = z.iso.datetime();

/** An account's id, as the portal gives it and takes it in an address. */
export const memberUid = boundedString(64, { tooLong: 'There is no such member' }).check(
  z.regex(/^[\w.-]{1,64}$/, 'There is no such member'),
);

/** A member's record: the spec's `users/{uid}` (point 3), as stored and as sent to clients. */
export const member = z.object({
  uid: z.string(),
  fullName: z.string(),
  email: z.string(),
  studentId: z.string(),
  department: z.string(),
  yearOfStudy,
  contactNumber: z.string(),
  createdAt: z.string(),
  updatedAt: z.nullable(z.string()),
  registrationComplete: z.boolean(),
  developmentTrack: z.nullable(track),
  trackUpdatedAt: z.nullable(z.string()),
  taskCompleted: z.boolean(),
  taskCompletedAt: z.nullable(z.string()),
  githubLink: z.nullable(z.string()),
  projectDescription: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  /** The track that the submission was made for: a later choice of another track does not move it. */
  submissionTrack: z.nullable(track),
  submissionReviewed: z.boolean(),
  graded: z.boolean(),
  /** The administrator’s answer to this submission, once it was sent. */
  feedback: z.nullable(z.string()),
  feedbackAt: z.nullable(z.string()),
  /** The last feedback on a submission before this one, which may say what is still to be done. */
  formerFeedback: z.nullable(z.string()),
});
export type Member = z.infer<typeof member>;

/** A record as a question about it showed it: the answer is for no other. */
export const shownRecord = z.strictObject({ shown: shownOf(Object.keys(member.shape) as (keyof Member)[]) });
export type ShownRecord = z.infer<typeof shownRecord>;

/** The track whose requirements a submission is judged by; null if there is none. */
export function submissionTrackOf({
  githubLink,
  submissionTrack,
  developmentTrack,
}: Pick<Member, 'githubLink' | 'submissionTrack' | 'developmentTrack'>): Track | null {
  return githubLink === null ? null : (submissionTrack ?? developmentTrack);
}

/** The fields of a new record before its owner fills them in. */
export const unfilledFields = {
  updatedAt: null,
  developmentTrack: null,
  trackUpdatedAt: null,
  taskCompleted: false,
  taskCompletedAt: null,
  githubLink: null,
  projectDescription: null,
  submittedAt: null,
  submissionTrack: null,
  submissionReviewed: false,
  graded: false,
  feedback: null,
  feedbackAt: null,
  formerFeedback: null,
} as const satisfies Partial<Member>;

/** The body of `PUT /api/me/track`. */
export const trackSelection = z.strictObject({ developmentTrack: track });

/** The body of `PUT /api/me/task-completion`: false takes the mark back. */
export const taskCompletion = z.strictObject({ taskCompleted: z.boolean('Say whether the task is done') });
