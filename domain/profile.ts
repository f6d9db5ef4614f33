import { z } from 'zod';
import { emailAddress } from './accounts.ts';
import { limits } from './limits.ts';
import { departments, notSet } from './member-choices.ts';
import { track, yearOfStudy } from './members.ts';
import { requiredText } from './validation.ts';

/** A required text. The placeholder of a recovered record counts as missing. */
function ownText(label: string, max: number) {
  return requiredText(label, max).refine((text) => text !== notSet, `${label} is required`);
}

/**
 * The profile form and the body of `PATCH /api/me/profile`: seven fields in the order of the spec's eight
 * checks (point 5). A stored department from either list stays valid.
 */
export const profile = z.strictObject({
  fullName: requiredText('Full name', limits.name),
  email: emailAddress,
  studentId: ownText('Student ID', limits.studentId),
  department: z.enum(departments, 'Department is required'),
  yearOfStudy,
  contactNumber: ownText('Contact number', limits.contactNumber),
  developmentTrack: z.enum(track.options, 'Development track is required'),
});
export type Profile = z.infer<typeof profile>;
