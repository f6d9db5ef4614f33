import * as z from 'zod/mini';

/** The body of every `/api` error: a code of a closed set, a text to show, and the invalid field if there is one. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  field: z.optional(z.string()),
  /** The present values, if the write named an outdated version. */
  current: z.optional(z.unknown()),
});
export type ApiError = z.infer<typeof apiError>;

/** Texts for valid requests that the server could not fulfil. */
export const serverMessages = {
  unavailable: 'The database is not available right now. Please try again.',
  unwritable:
    'Nothing can be saved right now: the database is full or cannot be written to. Please try again later.',
  stale: 'This was changed elsewhere since this page loaded it. Nothing was saved.',
  accountRemoved: 'The account has just been removed. Nothing was saved.',
  internal: 'Something went wrong on our side. Please try again.',
} as const;
