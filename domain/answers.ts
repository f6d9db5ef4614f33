import { z } from 'zod';
import { boundedString } from './bounded.ts';

/** How many reviews of the last 30 days it takes to say how long one usually takes. */
export const fewestWaits = 5;

/** The last days whose reviews count. */
export const waitDays = 30;

/** The response of `GET /api/me/waiting`: where the member's submission stands while it waits. */
export const waiting = z.object({
  /** Its place among the submissions that wait, oldest first, from 1; null if it does not wait. */
  place: z.number().int().min(1).nullable(),
  /** How many submissions wait. */
  waiting: z.number().int().min(0),
  /** Half of the reviews of the last 30 days came sooner, in seconds; null if there were too few. */
  medianSeconds: z.number().int().min(0).nullable(),
});
export type Waiting = z.infer<typeof waiting>;

/** The response of `GET /api/me/mail-settings`, and the body of `PUT`. */
export const mailSettings = z.strictObject({
  /** Whether the member gets a mail about a review. Mails about the account are always sent. */
  reviewMails: z.boolean('Say whether you want mails about reviews'),
});
export type MailSettings = z.infer<typeof mailSettings>;

const incompleteLink = 'This link is not complete.';

/** The body of `POST /api/unsubscribe`, and the parameter of the mailed link. */
export const unsubscription = z.strictObject({
  token: boundedString(200, { required: incompleteLink }).min(1, incompleteLink),
});
