import { z } from 'zod';
import { emailAddress } from './accounts.ts';
import { limits } from './limits.ts';
import { storedDepartments, track, yearOfStudy } from './members.ts';
import { requiredText } from './validation.ts';

/**
 * The profile form and the body of `PATCH /api/me/profile`: seven fields in the order of the spec's eight
 * checks (point 5). A department from either list, or the recovery placeholder, may stay as it is stored.
 */
export const profile = z.strictObject({
  fullName: requiredText('Full name', limits.name),
  email: emailAddress,
  studentId: requiredText('Student ID', limits.studentId),
  department: z
    .string('Department is required')
    .refine((name) => storedDepartments.includes(name), { message: 'Department is required' }),
  yearOfStudy,
  contactNumber: requiredText('Contact number', limits.contactNumber),
  developmentTrack: z.enum(track.options, 'Development track is required'),
});
export type Profile = z.infer<typeof profile>;

/** Texts of the profile page (spec, points 2, 4 and 8). */
export const profileMessages = {
  signedOut: 'Please log in to view your profile',
  saved: 'Profile updated successfully!',
  missing: 'User data not found. Please contact support.',
  loadFailed: 'Failed to load profile data',
  saveFailed: 'Failed to update profile. Please try again.',
} as const;

const longDate = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * A stored time as the Account Information block shows it: a long US date plus time in the reader's zone.
 * @param iso the stored time, or null where there is none
 * @param missing what stands there instead: 'N/A' for a creation date, 'Never' for an update
 * @returns 'Invalid Date' where the stored text is no time (spec, point 2, "Profile")
 */
export function accountDate(iso: string | null, missing: 'N/A' | 'Never'): string {
  if (!iso) return missing;
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? 'Invalid Date' : longDate.format(time);
}
