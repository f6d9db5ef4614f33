import * as z from 'zod/mini';
import { changeSeq } from './live-events.ts';
import { type Track, tracks } from './member-choices.ts';

const count = z.int().check(z.gte(0));

/** How many wait, and since when the oldest. */
const waiting = z.object({ count, oldest: z.nullable(z.string()) });

/** The response of `GET /api/admin/summary`: the counts of the administrator's dashboard. */
export const adminSummary = z.object({
  /** The end of the change log at the time of reading: later events are not counted. */
  seq: changeSeq,
  total: count,
  /** Members by track; `none` counts those without one. */
  tracks: z.record(z.enum([...tracks, 'none']), count),
  /** Members by the number of completed steps (`completedSteps`), for 1, 2, 3 and 4. */
  steps: z.array(count).check(z.length(4)),
  /** Members with a githubLink. */
  submissions: count,
  /** Submissions that are not yet reviewed. */
  waitingForReview: count,
  reviewed: count,
  graded: count,
  /** Members who share a student ID with another. */
  sharedStudentIds: count,
  /** The last 30 days in the club's time zone, oldest first and ending with today, including days without registrations. */
  registrationsPerDay: z.array(z.object({ day: z.iso.date(), count })),
  /** The position up to which the administrator has seen the changes; null before the first visit. */
  lastVisit: z.nullable(z.object({ seq: changeSeq, at: z.string() })),
  /** When members hear about their results, from a week before until each submission has one. */
  hearBy: z.nullable(z.object({ at: z.string(), withoutResult: count })),
  /** The work that waits: reviews, answers, and addresses that nobody has confirmed. */
  waits: z.object({ reviews: waiting, questions: waiting, addresses: waiting }),
  /** The club's dates in their order; a deadline may be that of one track. */
  dates: z.array(
    z.object({
      date: z.enum(['opensAt', 'closesAt', 'deadline', 'hearBy']),
      track: z.nullable(z.enum(tracks)),
      at: z.string(),
    }),
  ),
  /** Changes since the last visit, counted up to `newChangesCap`. */
  newChanges: count,
});
export type AdminSummary = z.infer<typeof adminSummary>;

/** The response of `GET /api/admin/submission-counts`: the submissions that a filter lets through, reviewed or not. */
export const submissionCounts = z.object({
  all: count,
  waitingForReview: count,
  reviewed: count,
  graded: count,
});
export type SubmissionCounts = z.infer<typeof submissionCounts>;

/** The groups of health facts whose problems the Database Status card shows. */
export const healthGroups = { database: 'Database', storage: 'Storage' } as const;

/** The response of `GET /api/diagnostics/problems`: the facts that are bad, which the dashboard shows. */
export const healthProblems = z.object({
  problems: z.array(z.object({ group: z.string(), label: z.string(), value: z.string() })),
});
export type HealthProblems = z.infer<typeof healthProblems>;

/** New changes are counted up to this number; show a larger count with a plus. */
export const newChangesCap = 1_000;

/** Number of days in `registrationsPerDay`, including today. */
export const registrationDays = 30;

/** How many days before members hear about their results the dashboard says what is left. */
export const resultsDueDays = 7;

/** The body of `PUT /api/admin/visit`: the administrator has seen the changes up to `seq`. */
export const adminVisit = z.strictObject({ seq: changeSeq });

/** Texts for signing in on /admin (spec, points 2 and 8). */
export const adminSignInMessages = {
  failed: 'Invalid credentials. Please check your email and password.',
} as const;

/** Errors of loading and following the members (spec, point 8), and of a rejected review. */
export const adminMessages = {
  subscriptionFailed: 'Failed to access user data. Please check database rules.',
  loadFailed: 'Failed to load user data. Please check your admin permissions.',
  noSubmission: 'This member has not submitted a project.',
  memberMissing: 'This member has no record.',
} as const;

/** Shown on /admin-dashboard to everyone but the administrator (spec, point 2). */
export const accessDenied = {
  title: 'Access Denied',
  text: "You don't have permission to access the admin dashboard.",
  button: 'Go to Dashboard',
} as const;

/** The header of the administrator's pages (spec, point 2). */
export const adminHeader = { title: 'Admin Portal', role: 'Administrator', signOut: 'Sign Out' } as const;

/** The stat cards, in order (spec, point 2). */
export const statLabels = {
  total: 'Total Users',
  tracks: {
    android: 'Android Dev',
    web: 'Web Dev',
    ml: 'ML Dev',
    game: 'Game Dev',
  } satisfies Record<Track, string>,
  systemStatus: { label: 'System Status', value: 'Active', problem: 'Problem' },
  accessLevel: { label: 'Access Level', value: 'Admin' },
} as const;

/** The Project Submissions table: members with a githubLink (spec, point 2). */
export const submissionTable = {
  title: 'Project Submissions',
  columns: ['Name', 'Email', 'GitHub Link', 'Reviewed', 'Graded'],
  missing: '-',
  empty: 'No project submissions yet.',
} as const;

/** The six tool cards, in order; User Management shows the number of users (spec, point 2). */
export const toolCards = [
  { title: 'User Management', path: '/admin' },
  { title: 'Development Tasks', path: '/tasks' },
  { title: 'Database Tools', path: '/database-test' },
  { title: 'Firebase Test', path: '/firebase-test' },
  { title: 'Data Recovery', path: '/data-recovery' },
  { title: 'User Migration', path: '/migrate-users' },
] as const;

/** The Admin Status card (spec, point 2). */
export const adminStatusCard = {
  title: 'Admin Status',
  email: 'Email',
  role: { label: 'Role', value: 'Administrator' },
  access: { label: 'Access', value: 'Full' },
} as const;

/** The Database Status card: three green lines, or the error message (spec, point 2). */
export const databaseStatusCard = {
  title: 'Database Status',
  lines: ['Connected to Realtime Database', 'User data accessible', 'Admin permissions active'],
} as const;

/** The footer of /admin-dashboard (spec, points 2 and 9). */
export const adminFooter = { copyright: '© 2025', version: 'System Version: 1.0.0' } as const;

/** The user table of /admin: its seven columns, with the labels of `memberFields` (spec, points 2, 8 and 9). */
export const userTable = {
  columns: [
    'fullName',
    'email',
    'yearOfStudy',
    'department',
    'studentId',
    'contactNumber',
    'developmentTrack',
  ],
  missing: 'N/A',
  missingTrack: 'Not selected',
  total: 'Total registered users',
  empty: 'No users found. Users will appear here once they register.',
  emptyAfterError: 'Unable to load users',
} as const;
