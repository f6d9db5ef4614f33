import type { Member } from '#domain/members.ts';

export const changeTexts = {
  title: 'Recent changes',
  list: 'List of changes',
  loadFailed: 'The changes couldn’t be loaded',
  none: 'Nothing has happened yet.',
  more: 'Show more',
  nameless: 'A member',
  others: (count: number) => `and ${count === 1 ? 'one other' : `${count} others`}`,
  isNew: 'New',
  byAdministrator: ' · by the administrator',
  undone: ' · undone',
  undo: 'Undo',
  undoing: 'Undoing...',
  notUndone: 'Not undone.',
  question: { title: 'Undo what the member did?', yes: 'Undo it', no: 'Keep it' },
  undoOf: (name: string, change: string) => `Undo: ${name}, ${change}`,
  /** The number of new changes as text; null if there are none. */
  sinceVisit: (count: string | null, visit: string) =>
    `${count === null ? 'Nothing new' : `${count} new`} since your last visit on ${visit}`,
  noTrack: 'no track',
  corrected: (field: string, from: string, to: string) => `${field}: ${from} → ${to}`,
  reason: (reason: string) => `Reason: ${reason}`,
  note: (note: string) => `To the member: ${note}`,
  noValue: 'none',
  feedback: 'feedback sent',
  feedbackTakenBack: 'feedback taken back',
  done: 'done',
  open: 'not done',
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
