import { once } from './once.ts';

/** Texts of the profile page (spec, points 2, 4 and 8). */
export const profileMessages = {
  signedOut: 'Please log in to view your profile',
  saved: 'Profile updated successfully!',
  missing: 'User data not found. Please contact support.',
  loadFailed: 'Failed to load profile data',
  saveFailed: 'Failed to update profile. Please try again.',
} as const;

const longDate = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/**
 * A stored time as the Account Information block shows it: a long US date plus time in the reader's zone.
 * @param iso the stored time, or null where there is none
 * @param missing what stands there instead: 'N/A' for a creation date, 'Never' for an update
 * @returns 'Invalid Date' where the stored text is no time (spec, point 2, "Profile")
 */
export function accountDate(iso: string | null, missing: 'N/A' | 'Never'): string {
  if (!iso) return missing;
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? 'Invalid Date' : longDate().format(time);
}
