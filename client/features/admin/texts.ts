import type { Member } from '#domain/members.ts';
import { flagsText, formatCount, formatNumber } from './format.ts';
import type { ReviewFlags } from './live-records.ts';

/** Texts of the administrator's pages; the spec's tables and cards are in domain/admin.ts, the desk in domain/review-texts.ts. */
export const adminTexts = {
  dashboardTitle: 'Admin Dashboard',
  usersTitle: 'User Management',
  back: 'Back to Dashboard',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  figures: 'Figures',
  toolsTitle: 'Tools',
} as const;

/** The form at /admin (spec, point 2, the variant). */
export const adminSignInTexts = {
  subtitle: 'Sign in as the administrator',
  signedIn: (email: string) => `You are signed in as ${email}.`,
  toDashboard: 'Go to Dashboard',
  notAdministrator: 'Not the administrator?',
  signIn: 'Sign in to your account',
} as const;

export const liveTexts = {
  connecting: { label: 'Connecting', hint: 'Connecting to live updates' },
  live: { label: 'Live', hint: 'This page follows every change' },
  reconnecting: { label: 'Reconnecting', hint: 'Reconnecting to live updates' },
  offline: { label: 'Offline', hint: 'There is no network; what you see may be old' },
  failed: { label: 'Not live', hint: 'The live connection cannot be opened; what you see may be old' },
} as const;

/** The purpose of each tool, by its page. */
export const toolTexts = {
  '/admin': 'Everyone who has registered',
  '/tasks': 'The task of each track',
  '/database-test': 'Try reading and writing',
  '/firebase-test': 'Check the configuration',
  '/data-recovery': 'Check a record and restore it',
  '/migrate-users': 'Status of older accounts',
} as const;

/** The tabs of the submissions. */
export const submissionTabTexts = {
  legend: 'Filter submissions',
  all: 'All',
  waiting: 'To review',
  reviewed: 'Reviewed',
  graded: 'Graded',
} as const;

export const tasksPageTexts = {
  title: 'Development Tasks',
  subtitle: 'The task of each track, as its members see it.',
  tabs: 'Tracks',
  loadFailed: 'The task could not be loaded',
  submission: 'Submission',
  forAdministrator:
    'Members mark the task as done and send a link to their project with a short description. You review it on the dashboard.',
  forMembers: 'Mark the task as done, then send a link to your project with a short description.',
  viewSubmissions: 'View Submissions',
  submit: 'Submit Project',
} as const;

export const chartTexts = {
  title: 'At a glance',
  byTrack: 'Members by track',
  track: 'Track',
  byStep: 'Members by step reached',
  step: 'Step',
  members: 'Members',
  share: 'Share',
  registrations: 'Registrations per day',
  total: (count: number, days: number) =>
    `${formatCount(count, 'registration', 'registrations')} in the last ${days} days (UTC)`,
  day: 'Day',
  count: 'Registrations',
} as const;

/** Recent changes; the kinds of a change are in domain/changes.ts. */
export const changeTexts = {
  title: 'Recent changes',
  list: 'List of changes',
  loadFailed: 'The changes could not be loaded',
  none: 'Nothing has happened yet.',
  more: 'Show more',
  loading: 'Loading...',
  nameless: 'A member',
  others: (count: number) => `and ${count === 1 ? 'one other' : `${count} others`}`,
  isNew: 'New',
  byAdministrator: ' · by the administrator',
  undone: ' · undone',
  undo: 'Undo',
  undoing: 'Undoing...',
  undoOf: (name: string, change: string) => `Undo: ${name}, ${change}`,
  /** The number of new changes as text; null if there are none. */
  sinceVisit: (count: string | null, visit: string) =>
    `${count === null ? 'Nothing new' : `${count} new`} since your last visit on ${visit}`,
  noTrack: 'no track',
} as const;

/** The fields of a record within a sentence. */
export const changedFieldTexts: Partial<Record<keyof Member, string>> = {
  fullName: 'full name',
  email: 'email',
  studentId: 'student ID',
  department: 'department',
  yearOfStudy: 'year',
  contactNumber: 'contact number',
  developmentTrack: 'track',
  taskCompleted: 'task',
  githubLink: 'project link',
  projectDescription: 'project description',
  submissionReviewed: 'reviewed',
  graded: 'graded',
};

export const detailsTexts = {
  member: 'Member',
  project: 'Project',
  record: 'Record',
  history: 'History',
  stepsDone: 'Steps done',
} as const;

export const cellTexts = {
  step: 'Steps Done',
  stepsDone: (count: number) => `${count} of 4`,
  copy: (email: string) => `Copy ${email}`,
  newTab: '(opens in a new tab)',
  select: (name: string) => `Select ${name}`,
  gone: '(no longer in this view)',
} as const;

/** How far members have come, by the number of completed steps. */
export const stepTexts = [
  { label: 'Registered', hint: 'no track' },
  { label: 'Track selected', hint: 'task open' },
  { label: 'Task completed', hint: 'not reviewed' },
  { label: 'Reviewed', hint: 'all steps' },
] as const;

export const searchTexts = {
  label: 'Search by name, email, student ID or repository',
  placeholder: 'Search name, email, student ID or repository',
} as const;

export const filterTexts = {
  button: (set: number) => (set > 0 ? `Filters (${set})` : 'Filters'),
  list: 'Filters',
  any: 'Any',
  all: 'All',
  show: 'Show',
  track: 'Track',
  year: 'Year',
  department: 'Department',
  step: 'Steps done',
  stepChoice: (count: number, label: string) => `${count} of 4: ${label}`,
  submitted: { label: 'Submission', yes: 'Submitted', no: 'Not submitted' },
  reviewed: { label: 'Reviewed', yes: 'Reviewed', no: 'Not reviewed' },
  graded: { label: 'Graded', yes: 'Graded', no: 'Not graded' },
  sort: 'Sort by',
  order: 'Order',
  ascending: 'Ascending',
  descending: 'Descending',
  remove: (filter: string, value: string) => `Remove the filter ${filter}: ${value}`,
  clear: 'Clear all',
} as const;

export const listTexts = {
  skip: 'Skip to the first row',
  users: 'Users',
  userNouns: ['user', 'users'],
  submissionNouns: ['submission', 'submissions'],
  track: 'Track',
  columns: 'Columns',
  columnsToShow: 'Columns to show',
  resetColumns: 'Reset',
  select: 'Select',
  export: 'Export CSV',
  outdated: 'The list has changed. Show it from the top',
  matching: (count: string, isOne: boolean) => `${count} ${isOne ? 'matches' : 'match'}`,
  nothingFound: (nouns: string) => `No ${nouns} match`,
  nothingFoundHint: 'Try fewer words or remove a filter.',
  showAll: 'Clear search and filters',
  table: (name: string) => `${name} table`,
  printed: (rows: number, total: number) =>
    `The first ${formatNumber(rows)} of ${formatNumber(total)}. Scroll to the end of the list before you print it, or export it, to get all.`,
  loadMoreFailed: 'Could not load more. Try again',
  loadingMore: 'Loading more...',
  sortable: ', sort by this',
} as const;

export const selectionTexts = {
  label: 'Selected members',
  none: 'Select members to review them together',
  count: (selected: number) => `${formatCount(selected, 'member', 'members')} selected`,
  all: (total: number) => `Select all ${formatNumber(total)}`,
  first: (count: number) => `Select the first ${count}`,
  loaded: 'Select loaded rows',
  reviewed: 'Mark reviewed',
  graded: 'Mark graded',
  reviewedAndGraded: 'Mark reviewed and graded',
  notReviewed: 'Mark not reviewed',
  notGraded: 'Mark not graded',
  copyEmails: 'Copy email addresses',
  copied: (count: number) => `${formatCount(count, 'email address', 'email addresses')} copied.`,
  copyFailed: 'The browser did not allow copying.',
  clear: 'Clear',
} as const;

/** The outcome of a review from a list. */
export const reviewTexts = {
  notUndone: 'Not undone.',
  notSaved: 'Not saved.',
  notSavedOf: (name: string) => `${name || 'This member'}: not saved.`,
  undo: 'Undo',
  saved: (changed: number, flags: ReviewFlags) =>
    changed === 0
      ? `Nothing to change: all are ${flagsText(flags)} already.`
      : `${formatCount(changed, 'submission', 'submissions')} marked as ${flagsText(flags)}.`,
  skipped: (count: number) => `${formatCount(count, 'member has', 'members have')} no submission.`,
} as const;
