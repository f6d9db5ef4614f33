import { z } from 'zod';
import { boundedString } from './bounded.ts';
import { trackMessages, tracks, years } from './member-choices.ts';

export const track = z.enum(tracks, trackMessages.none);
export const yearOfStudy = z.literal(years, 'Year of study is required');

/** An ISO 8601 time in UTC, such as 2026-09-01T09:30:00.000Z. */
export const isoTime = z.iso.datetime();

/** An account's id, as the portal gives it and takes it in an address. */
export const memberUid = boundedString(64, { tooLong: 'There is no such member' }).regex(
  /^[\w.-]{1,64}$/,
  'There is no such member',
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
  updatedAt: z.string().nullable(),
  registrationComplete: z.boolean(),
  developmentTrack: track.nullable(),
  trackUpdatedAt: z.string().nullable(),
  taskCompleted: z.boolean(),
  taskCompletedAt: z.string().nullable(),
  githubLink: z.string().nullable(),
  projectDescription: z.string().nullable(),
  submittedAt: z.string().nullable(),
  submissionReviewed: z.boolean(),
  graded: z.boolean(),
  /** The administrator’s answer to this submission, once it was sent. */
  feedback: z.string().nullable(),
  feedbackAt: z.string().nullable(),
});
export type Member = z.infer<typeof member>;

/** The fields of a new record that nobody has filled in yet. */
export const unfilledFields = {
  updatedAt: null,
  developmentTrack: null,
  trackUpdatedAt: null,
  taskCompleted: false,
  taskCompletedAt: null,
  githubLink: null,
  projectDescription: null,
  submittedAt: null,
  submissionReviewed: false,
  graded: false,
  feedback: null,
  feedbackAt: null,
} as const satisfies Partial<Member>;

/** The body of `PUT /api/me/track`. */
export const trackSelection = z.strictObject({ developmentTrack: track });

/** The body of `PUT /api/me/task-completion`: the task can be marked as done, not as open again. */
export const taskCompletion = z.strictObject({ taskCompleted: z.literal(true) });
