import * as z from 'zod/mini';
import type { SessionUser } from './accounts.ts';
import { notSet } from './departments.ts';
import { phrases } from './member-fields.ts';
import { type Member, member, unfilledFields } from './members.ts';
import { counted } from './plural.ts';

/** The full name of a placeholder record whose account has none. */
export const nameOfUnknown = 'Unknown';

/** The recovery placeholder record of an account, exactly as in the spec (point 3). `now` is ISO 8601, UTC. */
export function placeholderRecord(
  { uid, displayName, email }: Pick<SessionUser, 'uid' | 'displayName' | 'email'>,
  now: string,
): Member {
  return {
    uid,
    fullName: displayName.trim() || nameOfUnknown,
    email,
    studentId: notSet,
    department: notSet,
    yearOfStudy: 1,
    contactNumber: notSet,
    createdAt: now,
    registrationComplete: false,
    ...unfilledFields,
    updatedAt: now,
  };
}

/** Descriptions of the data that overwriting the record with the placeholder would lose; empty if there is none. */
export function lostFields(record: Member, placeholder: Member): string[] {
  return phrases()
    .filter(([field]) => {
      const value = record[field];
      return value !== placeholder[field] && value !== null && value !== false && value !== '';
    })
    .map(([, phrase]) => phrase);
}

/** The response of `GET /api/me/recovery`: null if the record is missing. */
export const recoveryState = z.object({ record: z.nullable(member) });
export type RecoveryState = z.infer<typeof recoveryState>;

/** Texts of /data-recovery (spec, points 2 and 8). */
export const recoveryMessages = {
  title: 'Data Recovery',
  subtitle: 'Check the record of your account, and create a new one if it is missing.',
  toLogin: 'Go to Login',
  toolTitle: 'Recovery',
  accountTitle: 'Account',
  signedInAs: 'Signed in as',
  missing: 'N/A',
  toProfile: 'My Profile',
  signedOut: 'Please log in to use the data recovery tool',
  loginFirst: 'Please log in first',
  checkOwn: { label: 'Check My Data', progress: 'Reading your record...', failed: 'Error checking data' },
  checkDatabase: {
    label: 'Check Database',
    progress: 'Reading the database...',
    failed: 'Error checking database',
  },
  create: {
    label: 'Create My Data',
    progress: 'Creating your record...',
    failed: 'Error creating user data',
  },
  start: 'Start with Check My Data.',
  found: 'Your record was found.',
  notFound: 'User data not found in Realtime Database',
  noUsersNode: 'No users node found in database',
  databaseRead: (users: number) => `Database read successful! The users node holds ${counted(users, 'user')}`,
  created: 'User data created successfully! You can now edit your profile.',
  question: {
    title: 'Replace your record?',
    text: 'The administrator can undo this from the list of changes, unless the record changes first.',
    yes: 'Replace my record',
    no: 'Keep my record',
  },
  wouldLose: (loss: readonly string[]) =>
    loss.length === 0
      ? 'Your account already has a record. It would be replaced.'
      : `Your account already has a record. You would lose: ${loss.join(', ')}.`,
  changedMeanwhile: (loss: readonly string[]) =>
    `Your record has just changed, so it wasn’t replaced. ${loss.length === 0 ? 'It would be replaced now.' : `You would now lose: ${loss.join(', ')}.`}`,
  staff: 'Your account has no record to recover: only members have one.',
} as const;

/** The fields of the record that the tool shows (spec, point 2), in order. */
export const shownFields = [
  { field: 'fullName', label: 'Name' },
  { field: 'email', label: 'Email' },
  { field: 'studentId', label: 'Student ID' },
  { field: 'department', label: 'Department' },
  { field: 'yearOfStudy', label: 'Year' },
  { field: 'contactNumber', label: 'Contact' },
  { field: 'createdAt', label: 'Created' },
] as const satisfies readonly { field: keyof Member; label: string }[];
