import * as z from 'zod/mini';
import { submission } from './contact-form.ts';
import type { FieldWith } from './member-fields.ts';
import { profile } from './profile.ts';
import { requiredText } from './required-text.ts';
import { shownOf } from './shown.ts';

/**
 * The fields of a record that an administrator may correct, each by the rule of the form that it comes from. The marks of
 * a review are given on the review desk, and the portal sets all times.
 */
const ofTask = {
  taskCompleted: z.boolean('The task is done or not'),
  ...submission.shape,
} satisfies Record<FieldWith<{ edited: 'task' }>, z.ZodMiniType>;
const correctable = z.extend(profile, ofTask);
export const correctedFields = eachIfNamed(correctable);
export type CorrectedFields = z.infer<typeof correctedFields>;
export const correctableFields = Object.keys(correctable.shape) as (keyof CorrectedFields)[];

/** Any of the fields. A rule's default is not applied to a field that is absent: it would overwrite what nobody corrected. */
export function eachIfNamed<Fields extends z.ZodMiniObject>(fields: Fields) {
  return z.partial(z.required(fields));
}

/** Why a record is corrected. It stands in the history. */
export const correctionReason = requiredText('A reason', 300);

/** The body of `PATCH /api/admin/members/:uid`: the fields that change, and why. */
export const memberCorrection = z.extend(correctedFields, {
  reason: correctionReason,
  shown: shownOf(correctableFields),
});
export type MemberCorrection = z.infer<typeof memberCorrection>;
