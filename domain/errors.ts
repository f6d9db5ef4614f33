import { z } from 'zod';

/** The body of every refused `/api` request: a code from a closed set, a text to show, the field at fault. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;

/** Why the server could not do what it was asked to, in its own words: the request was in order. */
export const serverMessages = {
  unavailable: 'The database is not available right now. Please try again.',
  unwritable:
    'Nothing can be saved right now: the database is full or cannot be written to. Please try again later.',
  internal: 'Something went wrong on our side. Please try again.',
} as const;
