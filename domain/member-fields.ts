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

const ofProfile = { edited: 'profile', column: true, searched: true } as const;
const ofPortal = { edited: null } as const;
const unnamed = { label: null, phrase: null, edited: null } as const;

/** All that is said of a record's fields anywhere. The first seven are the columns of the user table (spec, points 2, 8 and 9). */
export const memberFields = {
  fullName: { ...ofProfile, label: 'Full Name', phrase: 'full name' },
  email: { ...ofProfile, label: 'Email', long: 'Email Address', phrase: 'email' },
  yearOfStudy: { ...ofProfile, label: 'Year', long: 'Year of Study', phrase: 'year of study' },
  department: { ...ofProfile, label: 'Department', phrase: 'department' },
  studentId: { ...ofProfile, label: 'Student ID', phrase: 'student ID' },
  contactNumber: { ...ofProfile, label: 'Contact', long: 'Contact Number', phrase: 'contact number' },
  developmentTrack: { ...ofProfile, label: 'Development Track', phrase: 'development track' },
  createdAt: { ...ofPortal, label: 'Registered', phrase: 'date of registration', column: true },
  updatedAt: { ...ofPortal, label: 'Updated', phrase: null },
  taskCompleted: { edited: 'task', label: 'Task Completed', phrase: 'task completion' },
  githubLink: { edited: 'task', label: 'GitHub Link', phrase: 'GitHub link', column: true, searched: true },
  projectDescription: { edited: 'task', label: 'Project Description', phrase: 'project description' },
  submittedAt: { ...ofPortal, label: 'Submitted', phrase: null, column: true },
  submissionReviewed: { ...ofPortal, label: 'Reviewed', phrase: 'review', column: true },
  graded: { ...ofPortal, label: 'Graded', phrase: 'grade', column: true },
  feedback: { ...ofPortal, label: 'Feedback', phrase: 'feedback' },
  formerFeedback: { ...ofPortal, label: null, phrase: 'earlier feedback' },
  uid: unnamed,
  registrationComplete: unnamed,
  trackUpdatedAt: unnamed,
  taskCompletedAt: unnamed,
  submissionTrack: { ...unnamed, searched: true },
  feedbackAt: unnamed,
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
