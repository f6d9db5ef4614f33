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
    help: 'Your account has no record. Data Recovery can check your data and create a new one.',
    link: 'Data Recovery',
    to: '/data-recovery',
  },
  administrator: {
    help: 'Only members have a record. You are signed in as the administrator.',
    link: 'Go to Admin Dashboard',
    to: '/admin-dashboard',
  },
} as const;

/** Created on first use, because that takes a slow phone a tenth of a second (docs/decisions/0037). */
let longDate: Intl.DateTimeFormat | undefined;

/**
 * Formats a stored time for the Account Information block: a long US date and the time in the reader's zone.
 * @param iso the stored time, or null if there is none
 * @param missing the text for null: 'N/A' for a creation date, 'Never' for an update
 * @returns 'Invalid Date' if the stored text is not a time (spec, point 2, "Profile")
 */
export function accountDate(iso: string | null, missing: 'N/A' | 'Never'): string {
  if (!iso) return missing;
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return 'Invalid Date';
  longDate ??= new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return longDate.format(time);
}
