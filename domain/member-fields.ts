import type { Member } from './members.ts';

interface MemberField {
  /** In lists and in the CSV file, which has every field with a label, in this order; null if they leave it out. */
  label: string | null;
  /** In forms and on the profile, if it is longer there. */
  long?: string;
  /** Within a sentence: what history names and what recovery says would be lost; null for what belongs to another field. */
  phrase: string | null;
  /**
   * Where its owner edits it: the profile or the task; null if only the portal or a review does. An administrator may correct
   * what has such a place.
   */
  edited: 'profile' | 'task' | null;
  /** Lists have it as a column, by which they can be sorted. */
  column?: true;
  /** The search of lists finds members by it. */
  searched?: true;
}

/** All that is said of a record's fields anywhere. The first seven are the columns of the user table (spec, points 2, 8 and 9). */
export const memberFields = {
  fullName: { label: 'Full Name', phrase: 'full name', edited: 'profile', column: true, searched: true },
  email: {
    label: 'Email',
    long: 'Email Address',
    phrase: 'email',
    edited: 'profile',
    column: true,
    searched: true,
  },
  yearOfStudy: {
    label: 'Year',
    long: 'Year of Study',
    phrase: 'year of study',
    edited: 'profile',
    column: true,
    searched: true,
  },
  department: { label: 'Department', phrase: 'department', edited: 'profile', column: true, searched: true },
  studentId: { label: 'Student ID', phrase: 'student ID', edited: 'profile', column: true, searched: true },
  contactNumber: {
    label: 'Contact',
    long: 'Contact Number',
    phrase: 'contact number',
    edited: 'profile',
    column: true,
    searched: true,
  },
  developmentTrack: {
    label: 'Development Track',
    phrase: 'development track',
    edited: 'profile',
    column: true,
    searched: true,
  },
  createdAt: { label: 'Registered', phrase: 'date of registration', edited: null, column: true },
  updatedAt: { label: 'Updated', phrase: null, edited: null },
  taskCompleted: { label: 'Task Completed', phrase: 'task completion', edited: 'task' },
  githubLink: { label: 'GitHub Link', phrase: 'GitHub link', edited: 'task', column: true, searched: true },
  projectDescription: { label: 'Project Description', phrase: 'project description', edited: 'task' },
  submittedAt: { label: 'Submitted', phrase: null, edited: null, column: true },
  submissionReviewed: { label: 'Reviewed', phrase: 'review', edited: null, column: true },
  graded: { label: 'Graded', phrase: 'grade', edited: null, column: true },
  feedback: { label: 'Feedback', phrase: 'feedback', edited: null },
  formerFeedback: { label: null, phrase: 'earlier feedback', edited: null },
  uid: { label: null, phrase: null, edited: null },
  registrationComplete: { label: null, phrase: null, edited: null },
  trackUpdatedAt: { label: null, phrase: null, edited: null },
  taskCompletedAt: { label: null, phrase: null, edited: null },
  submissionTrack: { label: null, phrase: null, edited: null, searched: true },
  feedbackAt: { label: null, phrase: null, edited: null },
} as const satisfies Record<keyof Member, MemberField>;

type Fields = typeof memberFields;
/** The names of the fields about which the table says this. */
export type FieldWith<Fact> = {
  [Name in keyof Fields]: Fields[Name] extends Fact ? Name : never;
}[keyof Fields];

/** The fields about which the table says something, in its order. */
export function fieldsWith<Fact extends keyof MemberField>(fact: Fact) {
  const names = Object.keys(memberFields) as (keyof Fields)[];
  type Said = { [Key in Fact]: NonNullable<MemberField[Key]> };
  return names.filter((name) => (memberFields[name] as MemberField)[fact] != null) as FieldWith<Said>[];
}

/** How forms and the profile name a field that has a label. */
export function longLabel(name: FieldWith<{ label: string }>): string {
  const { label, long = label }: MemberField & { label: string } = memberFields[name];
  return long;
}

/** The fields of a record that a sentence can name. */
export function phrases(): [FieldWith<{ phrase: string }>, string][] {
  return fieldsWith('phrase').map((name) => [name, memberFields[name].phrase]);
}
