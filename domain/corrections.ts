import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { submission } from './contact-form.ts';
import type { Member } from './members.ts';
import { profile } from './profile.ts';
import { requiredText } from './required-text.ts';

/**
 * The fields of a record that an administrator may correct, each by the rule of the form that it comes from. The marks of
 * a review are given on the review desk, and the portal sets all times.
 */
const correctable = z.extend(profile, {
  taskCompleted: z.boolean('The task is done or not'),
  ...submission.shape,
});
export const correctedFields = z.partial(correctable);
export type CorrectedFields = z.infer<typeof correctedFields>;
export const correctableFields = Object.keys(correctable.shape) as (keyof CorrectedFields)[];

/** Why a record is corrected. It stands in the history. */
export const correctionReason = requiredText('A reason', 300);

/** The body of `PATCH /api/admin/members/:uid`: the fields that change, and the version that the page showed. */
export const memberCorrection = z.extend(correctedFields, {
  reason: correctionReason,
  version: z.optional(boundedString(60_000)),
});
export type MemberCorrection = z.infer<typeof memberCorrection>;

/** Another text for every other content of the fields that can be corrected. */
export function correctionVersion(record: Member): string {
  return JSON.stringify(correctableFields.map((field) => record[field]));
}
