import type { Track } from './member-choices.ts';

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
  systemStatus: { label: 'System Status', value: 'Active' },
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

/** The user table of /admin: seven columns with the fields they show (spec, points 2, 8 and 9). */
export const userTable = {
  columns: [
    { field: 'fullName', label: 'Full Name' },
    { field: 'email', label: 'Email' },
    { field: 'yearOfStudy', label: 'Year' },
    { field: 'department', label: 'Department' },
    { field: 'studentId', label: 'Student ID' },
    { field: 'contactNumber', label: 'Contact' },
    { field: 'developmentTrack', label: 'Development Track' },
  ],
  missing: 'N/A',
  missingTrack: 'Not selected',
  total: 'Total registered users',
  empty: 'No users found. Users will appear here once they register.',
  emptyAfterError: 'Unable to load users',
} as const;
