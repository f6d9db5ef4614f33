import * as z from 'zod/mini';
import { messageText } from './group-messages.ts';
import { usesPlaceholder } from './placeholders.ts';
import type { ReminderKind } from './reminder-kinds.ts';

const days = z
  .int('must be a whole number of days')
  .check(z.gte(1, 'must be at least 1'), z.lte(60, 'must be at most 60'));

const reminder = z.strictObject({
  on: z.boolean(),
  /** How many days before the member's deadline it is sent. */
  days,
  text: messageText.check(
    z.refine((text) => !usesPlaceholder(text, 'track'), 'must not use {track}, which may be missing'),
  ),
});

/** The reminders of those without a track, and of those who have not submitted. */
export const reminders = z.strictObject({
  noTrack: reminder,
  notSubmitted: reminder,
} satisfies Record<ReminderKind, unknown>);
export type Reminders = z.infer<typeof reminders>;

export const defaultReminders: Reminders = {
  noTrack: {
    on: false,
    days: 14,
    text: 'You haven’t chosen a development track yet. Choose one on your dashboard: it comes with a task that ends in a project of your own, and beginners are welcome.',
  },
  notSubmitted: {
    on: false,
    days: 3,
    text: 'You haven’t submitted your project yet. Submit what you have: it doesn’t need to be perfect. If you’re stuck, write to us through the contact page.',
  },
};

const count = z.int().check(z.gte(0));
const reach = z.object({
  /** How many would get it if nothing changed until it is due. */
  recipients: count,
  /** How many have got it. */
  reminded: count,
});

/** The response of `GET /api/admin/settings/reminders/preview`. */
export const remindersPreview = z.object({ noTrack: reach, notSubmitted: reach });
export type RemindersPreview = z.infer<typeof remindersPreview>;
