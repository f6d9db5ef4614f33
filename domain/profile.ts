import * as z from 'zod/mini';
import { emailAddress } from './accounts.ts';
import { notSet } from './departments.ts';
import { limits } from './limits.ts';
import type { FieldWith } from './member-fields.ts';
import { track, yearOfStudy } from './members.ts';
import { requiredText } from './required-text.ts';
import { shownOf } from './shown.ts';

/** A required text. The placeholder of a recovered record counts as missing. */
function ownText(label: string, max: number) {
  return requiredText(label, max).check(z.refine((text) => text !== notSet, `${label} is required`));
}

/**
 * The profile form: seven fields in the order of the spec's eight
 * checks (point 5). A stored department from either list stays valid.
 */
const rules = {
  fullName: requiredText('Full name', limits.name),
  email: emailAddress,
  studentId: ownText('Student ID', limits.studentId),
  department: ownText('Department', limits.department),
  yearOfStudy,
  contactNumber: ownText('Contact number', limits.contactNumber),
  developmentTrack: z.enum(track.options, 'Development track is required'),
} satisfies Record<FieldWith<{ edited: 'profile' }>, z.ZodMiniType>;
export const profile = z.strictObject(rules);
export type Profile = z.infer<typeof profile>;
export const profileFields = Object.keys(profile.shape) as (keyof Profile)[];

/** The body of `PATCH /api/me/profile`. */
export const profileSave = z.extend(profile, { shown: shownOf(profileFields) });
export type ProfileSave = z.infer<typeof profileSave>;

/** Texts of the profile page (spec, points 2, 4 and 8). */
export const profileMessages = {
  signedOut: 'Please log in to view your profile',
  saved: 'Profile updated successfully!',
  missing: 'User data not found. Please contact support.',
  loadFailed: 'Failed to load profile data',
  saveFailed: 'Failed to update profile. Please try again.',
} as const;

/** Texts for an account without a record, on every page that needs one. */
export const missingRecordTexts = {
  member: {
    help: 'We couldn’t find your member details. Data Recovery can create them.',
    link: 'Data Recovery',
    to: '/data-recovery',
  },
  reviewer: {
    help: 'Only members have a record. You’re signed in as a reviewer.',
    link: 'Go to Review',
    to: '/admin/review',
  },
  administrator: {
    help: 'Only members have a record. You’re signed in as the administrator.',
    link: 'Go to Admin Dashboard',
    to: '/admin-dashboard',
  },
} as const;
