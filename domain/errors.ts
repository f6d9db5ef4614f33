import { z } from 'zod';

/** The body of every refused `/api` request: a code from a closed set, a text to show, the field at fault. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;
