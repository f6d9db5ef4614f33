import * as z from 'zod/mini';
import { isoTime } from './members.ts';

const count = z.int().check(z.gte(0));

/** Emails to many recipients: how many there are, by where they stand. */
export const bulkProgress = z.object({
  total: count,
  sent: count,
  /** Not sent yet, and not stopped. */
  waiting: count,
  /** Held back because sending was stopped. */
  stopped: count,
  /** Given up, or not written because there was nobody to write to. */
  failed: count,
  /** Those of them that can be tried again. */
  givenUp: count,
  perDay: count,
  /** When the last one is expected to be sent; null if none waits. */
  expectedEnd: z.nullable(isoTime),
});
export type BulkProgress = z.infer<typeof bulkProgress>;

/** Whether they are stopped: those that were not sent yet are held back. */
export const bulkChoice = z.strictObject({ stopped: z.boolean() });
