import { z } from 'zod';
import { emailAddress } from './accounts.ts';
import { limits } from './limits.ts';
import { storedDepartments } from './member-choices.ts';
import { track, yearOfStudy } from './members.ts';
import { requiredText } from './validation.ts';

/**
 * The profile form and the body of `PATCH /api/me/profile`: seven fields in the order of the spec's eight
 * checks (point 5). A stored department from either list, or the recovery placeholder, stays valid.
 */
export const profile = z.strictObject({
  fullName: requiredText('Full name', limits.name),
  email: emailAddress,
  studentId: requiredText('Student ID', limits.studentId),
  department: z.enum(storedDepartments, 'Department is required'),
  yearOfStudy,
  contactNumber: requiredText('Contact number', limits.contactNumber),
  developmentTrack: z.enum(track.options, 'Development track is required'),
});
export type Profile = z.infer<typeof profile>;
