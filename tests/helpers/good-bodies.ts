import { newRegistration } from './members.ts';

/** Bodies that their routes take, so that one wrong field gets past all others. */
export const goodBodies: Record<string, Record<string, unknown>> = {
  '/api/register': newRegistration(),
  '/api/auth/sign-in/email': { email: 'asha@students.example', password: 'correct horse' },
  '/api/auth/request-password-reset': { email: 'asha@students.example' },
  '/api/auth/check-reset-link': { token: 'abcdefgh' },
  '/api/auth/reset-password': { token: 'abcdefgh', newPassword: 'a new password' },
  '/api/auth/restore-email': { token: 'abcdefgh' },
  '/api/auth/confirm-email': { token: 'abcdefgh' },
  '/api/admin/sign-in': { email: 'asha@students.example', password: 'correct horse' },
  '/api/admin/members/review': { uids: ['asha'], submissionReviewed: true, graded: true },
  '/api/admin/members/:uid/review': { submissionReviewed: true, graded: true },
  '/api/admin/visit': { seq: 1 },
  '/api/admin/form-submissions': { ids: ['some'], deleted: true },
  '/api/admin/form-submissions/:id': { read: true },
  '/api/diagnostics/test-node': { message: 'Hello' },
  '/api/me/recovery': { overwrite: false },
  '/api/admin/changes/:seq/undo': {},
  '/api/me/track': { developmentTrack: 'web' },
  '/api/me/task-completion': { taskCompleted: true },
  '/api/me/submission': { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' },
  '/api/me/profile': {
    fullName: 'Asha Rao',
    email: 'asha@students.example',
    studentId: '1SD',
    department: 'Other',
    yearOfStudy: 1,
    contactNumber: '9876543210',
    developmentTrack: 'ml',
  },
};
