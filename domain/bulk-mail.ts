import * as z from 'zod/mini';
import { isoTime } from './members.ts';

const count = z.int().check(z.gte(0));

/** Bulk emails: how many there are, by where they stand. */
export const bulkProgress = z.object({
  total: count,
  sent: count,
  /** Not sent yet, and not stopped. */
  waiting: count,
  /** Held back because sending was stopped. */
  stopped: count,
  /** Refused for good by the mail server of the recipient, most often because there is no such address. */
  refused: count,
  /** The first of these recipients. */
  refusedMembers: z.array(z.object({ uid: z.string(), fullName: z.string(), email: z.string() })),
  /** Given up, or not written because there was nobody to write to. */
  failed: count,
  /** Those of them that can be tried again. */
  givenUp: count,
  perDay: count,
  /** Whether the portal has a mail server. Without one they are files. */
  sendsMail: z.boolean(),
  /** Whether none is tried for now, because the mail server accepts no mail. */
  parked: z.boolean(),
  /** When the last one is expected to be sent; null if none waits, or if nothing is sent for now. */
  expectedEnd: z.nullable(isoTime),
});
export type BulkProgress = z.infer<typeof bulkProgress>;

/** The query string of `GET /api/admin/mail-forecast`: bulk emails that are about to be sent. */
export const mailForecastQuery = z.object({
  lane: z.enum(['result', 'message'], 'These are emails about results, or messages'),
  mails: z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
});
export type MailForecastQuery = z.infer<typeof mailForecastQuery>;

/** Its response: what happens before the last of them is sent. */
export const mailForecast = z.object({
  /** The emails that wait and go before: about results, and of messages. */
  before: z.object({ results: count, messages: count }),
  ...z.pick(bulkProgress, { perDay: true, sendsMail: true, parked: true, expectedEnd: true }).shape,
});
export type MailForecast = z.infer<typeof mailForecast>;

/** How many members whose address was refused are named. */
export const refusedShown = 20;

/** Whether they are stopped: those that were not sent yet are held back. */
export const bulkChoice = z.strictObject({ stopped: z.boolean() });
