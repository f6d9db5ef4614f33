import { z } from 'zod';

/** What can happen to a member's record. Every write to `members` is logged as one of these. */
export const changeKinds = [
  'registered',
  'track-selected',
  'task-completed',
  'submission-sent',
  'profile-saved',
  'email-restored',
  'review-changed',
  'record-recovered',
  'undone',
] as const;
export const changeKind = z.enum(changeKinds);
export type ChangeKind = z.infer<typeof changeKind>;

/** The fields that a change touched, each with its value before and after. */
export const changedFields = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));
export type ChangedFields = z.infer<typeof changedFields>;
