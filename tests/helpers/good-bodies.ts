import { defaultMailSettings } from '#domain/mail-settings.ts';
import { defaultResultSettings } from '#domain/result-texts.ts';
import { newRegistration } from './members.ts';

/** Bodies by the address of their route, with the method where an address has several. */
const goodBodies: Record<string, Record<string, unknown>> = {
  '/api/register': newRegistration(),
  '/api/auth/sign-in/email': { email: 'asha@students.example', password: 'correct horse' },
  '/api/auth/request-password-reset': { email: 'asha@students.example' },
  '/api/auth/check-reset-link': { token: 'abcdefgh' },
  '/api/auth/reset-password': { token: 'abcdefgh', newPassword: 'a new password' },
  '/api/auth/restore-email': { token: 'abcdefgh' },
  '/api/auth/confirm-email': { token: 'abcdefgh' },
  'POST /api/admin/reviewers': { email: 'ravi@club.example' },
  '/api/reviewers/check': { token: 'abcdefgh' },
  '/api/reviewers/accept': { token: 'abcdefgh', name: 'Ravi', password: 'correct horse' },
  '/api/setup/check': { token: 'abcdefgh' },
  '/api/setup': {
    ...{ token: 'abcdefgh', email: 'lead@club.example', password: 'correct horse' },
    ...{ name: 'Rocket Club', shortName: 'RC', timeZone: 'Asia/Kolkata' },
  },
  '/api/admin/checklist': { dismissed: false },
  '/api/admin/settings/mail/password': { password: 'correct horse' },
  '/api/admin/settings/mail/test': { to: 'lead@club.example', value: defaultMailSettings },
  '/api/admin/sign-in': { email: 'asha@students.example', password: 'correct horse' },
  '/api/admin/reviews': {
    reviews: [
      {
        uid: 'asha',
        shown: { graded: false, met: [], comment: '', submittedAt: null, draft: '' },
        set: {
          submissionReviewed: true,
          graded: true,
          send: true,
          draft: 'Well done.',
          note: 'Ask about the tests.',
          opinion: {
            met: ['Works offline'],
            scores: [{ criterion: 'Score', score: 7 }],
            comment: 'Good.',
            unfinished: true,
          },
        },
      },
    ],
  },
  'PUT /api/admin/reviews/:uid/claim': { takeOver: true },
  'PATCH /api/admin/members/:uid': {
    studentId: '1SD22CS045',
    reason: 'It was mistyped.',
    shown: { studentId: '' },
  },
  'DELETE /api/admin/members/:uid': { confirm: 'Somebody Else' },
  '/api/admin/members': { uids: ['asha'], confirm: 1 },
  '/api/admin/members/:uid/reset-link': {},
  '/api/admin/members/:uid/end-sessions': {},
  '/api/admin/members/:uid/refused-mails': {},
  '/api/admin/answer-snippets': { text: 'Thank you.' },
  '/api/admin/answer-snippets/:id': {},
  '/api/admin/form-submissions/:id/answer': { text: 'At noon.' },
  '/api/admin/review-snippets': { text: 'Well done.' },
  '/api/admin/review-snippets/:id': {},
  '/api/admin/messages': {
    text: 'The room has changed.',
    filter: { track: 'web', submitted: false },
    email: false,
    endsAt: '2999-01-01T00:00:00.000Z',
  },
  '/api/admin/messages/:id': { text: 'The room is B.', shown: { text: 'The room has changed.' } },
  '/api/admin/messages/:id/emails': { stopped: true },
  '/api/admin/messages/:id/plan': { at: '2999-01-01T00:00:00.000Z' },
  '/api/admin/message-audience': { uids: ['asha'] },
  '/api/admin/message-test': { text: 'The room has changed.', filter: {} },
  '/api/me/messages/:id': {},
  '/api/admin/outcomes': { uids: ['asha'], outcome: 'selected', shown: [{ uid: 'asha', outcome: null }] },
  '/api/admin/results/rounds/preview': { all: true },
  '/api/admin/outcomes/lookup': { entries: ['asha@students.example'] },
  '/api/admin/results/places': { uids: ['asha'], answerBy: 7 },
  '/api/admin/results/waiting-list': { uids: ['asha'] },
  '/api/me/place': { answer: 'yes' },
  '/api/admin/results/rounds': {
    ...{ all: true, answerBy: 7 },
    at: '2999-01-01T00:00:00.000Z',
    shown: { changed: 0, decided: 0, unreviewed: 0 },
  },
  '/api/admin/results/settings': {
    settings: defaultResultSettings({ shortName: 'SDC' }, '2026'),
    version: 'abcdefgh',
  },
  '/api/admin/results/:uid/correction': {
    ...{ outcome: 'selected', reason: 'Two members were confused', note: 'Sorry.' },
    shown: { outcome: null },
  },
  '/api/admin/results/emails': { stopped: true },
  '/api/me/certificate': {},
  '/api/admin/visit': { seq: 1 },
  '/api/admin/form-submissions': { ids: ['some'], deletedAt: null },
  '/api/admin/form-submissions/read': { newest: btoa('2026-09-01T10:00:00.000Z some') },
  '/api/admin/form-submissions/:id': { read: true },
  '/api/diagnostics/test-node': { message: 'Hello' },
  '/api/me/recovery': { shown: { fullName: 'Asha Rao', yearOfStudy: 1 } },
  '/api/admin/changes/:seq/undo': {},
  '/api/me/mail-settings': { reviewMails: true },
  '/api/help': { email: 'asha@students.example', message: 'I lost my phone.' },
  '/api/unsubscribe': { token: 'asha.abcdefgh' },
  '/unsubscribe': {},
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

/** A body that the route takes, so that one wrong field gets past all others. */
export function goodBody(method: string, path: string): Record<string, unknown> | undefined {
  return goodBodies[`${method} ${path}`] ?? goodBodies[path];
}
