import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { counted } from './plural.ts';

/** How many reviews of the last 30 days it takes to say how long one usually takes. */
export const fewestWaits = 5;

/** The last days whose reviews count. */
export const waitDays = 30;

/** The response of `GET /api/me/waiting`: where the member's submission stands while it waits. */
export const waiting = z.object({
  /** Its place among the submissions that wait, oldest first, from 1; null if it does not wait. */
  place: z.nullable(z.int().check(z.gte(1))),
  /** How many submissions wait. */
  waiting: z.int().check(z.gte(0)),
  /** Half of the reviews of the last 30 days came sooner, in seconds; null if there were too few. */
  medianSeconds: z.nullable(z.int().check(z.gte(0))),
});
export type Waiting = z.infer<typeof waiting>;

/** The response of `GET /api/me/mail-settings`. Mails about the account are always sent. */
export const mailSettings = z.object({
  /** Whether the member gets a mail about a review. */
  reviewMails: z.boolean(),
  /** Whether messages from the club come by mail too. */
  groupMessages: z.boolean(),
});
export type MailSettings = z.infer<typeof mailSettings>;

/** The body of `PUT /api/me/mail-settings`: what it omits stays. */
export const mailChoice = z
  .strictObject({
    reviewMails: z.optional(z.boolean('Say whether you want emails about reviews')),
    groupMessages: z.optional(z.boolean('Say whether you want emails with messages')),
  })
  .check(z.refine((choice) => Object.keys(choice).length > 0, 'Say which emails you want'));

const incompleteLink = 'This link isn’t complete.';

/** The body of `POST /api/unsubscribe`, and the parameter of the mailed link. */
export const unsubscription = z.strictObject({
  token: boundedString(200, { required: incompleteLink }).check(z.minLength(1, incompleteLink)),
});

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration in words, such as '3 days'. */
export function durationText(seconds: number): string {
  if (seconds < hour) return counted(Math.max(1, Math.round(seconds / minute)), 'minute');
  if (seconds < 2 * day) return counted(Math.round(seconds / hour), 'hour');
  return counted(Math.round(seconds / day), 'day');
}

/** Texts of the answer that a student waits for. */
export const answerTexts = {
  feedbackTitle: 'Feedback on your submission',
  formerFeedbackTitle: 'Feedback on your previous submission',
  submitAgain: 'You can submit an improved version at any time.',
  submitAgainLink: 'Submit again',
  requirementsMet: (count: number, all: number) => `Your project meets ${count} of ${all} requirements:`,
  met: 'met',
  notMet: 'not met',
  place: ({ place }: Waiting): string | null =>
    place === null
      ? null
      : place === 1
        ? 'You’re next in the queue.'
        : `You’re number ${place} in the queue.`,
  usualWait: ({ medianSeconds }: Waiting): string | null =>
    medianSeconds === null
      ? null
      : `Half of the reviews in the last 30 days took ${durationText(medianSeconds)} or less.`,
  settingsTitle: 'Email',
  reviewMails: 'Email me when my submission is reviewed',
  groupMessages: 'Email me messages from the club',
  reviewMailsHint: 'You’ll always get emails about your account, such as a new password.',
  settingsFailed: (reason: string) => `Your choice wasn’t saved. ${reason}`,
  unsubscribeTitle: 'Unsubscribe',
  unsubscribeText: 'We’ll stop sending you emails of this kind. You’ll still get emails about your account.',
  unsubscribeButton: 'Unsubscribe',
  unsubscribeBusy: 'Unsubscribing...',
  unsubscribed: 'You’re unsubscribed. You can turn these emails on again in your profile.',
  linkInvalid: 'This link isn’t valid. You can turn these emails off in your profile.',
} as const;
