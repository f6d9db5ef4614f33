import type { Member } from './members.ts';

/**
 * The names of a record's fields in the administrator's lists and in the CSV file, which has them in this order. The first
 * seven are the columns of the user table (spec, points 2, 8 and 9).
 */
export const memberLabels = {
  fullName: 'Full Name',
  email: 'Email',
  yearOfStudy: 'Year',
  department: 'Department',
  studentId: 'Student ID',
  contactNumber: 'Contact',
  developmentTrack: 'Development Track',
  createdAt: 'Registered',
  updatedAt: 'Updated',
  taskCompleted: 'Task Completed',
  githubLink: 'GitHub Link',
  projectDescription: 'Project Description',
  submittedAt: 'Submitted',
  submissionReviewed: 'Reviewed',
  graded: 'Graded',
  feedback: 'Feedback',
} as const satisfies Partial<Record<keyof Member, string>>;
