import { z } from 'zod';

/** The body of every `/api` error: a code of a closed set, a text to show, and the invalid field if there is one. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;

/** Texts for valid requests that the server could not fulfil. */
export const serverMessages = {
  unavailable: 'The database is not available right now. Please try again.',
  unwritable:
    'Nothing can be saved right now: the database is full or cannot be written to. Please try again later.',
  internal: 'Something went wrong on our side. Please try again.',
} as const;
