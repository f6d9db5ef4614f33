import { expect, it } from 'vitest';
import type { LoggedChange } from '#domain/changes.ts';
import { changeDetails, withoutRestOfBatches } from './change-details.ts';

it.each<[LoggedChange['kind'], LoggedChange['fields'], string | null]>([
  ['registered', { fullName: { old: null, new: 'Asha Rao' } }, null],
  ['track-selected', { developmentTrack: { old: null, new: 'web' } }, 'Web Development'],
  ['track-selected', { developmentTrack: { old: 'web', new: 'ml' } }, 'Web Development → Machine Learning'],
  ['submission-sent', { githubLink: { old: null, new: 'https://github.com/asha/board' } }, 'asha/board'],
  ['submission-sent', { githubLink: { old: null, new: 'no address' } }, 'no address'],
  ['submission-sent', { projectDescription: { old: 'a', new: 'b' } }, null],
  ['review-changed', { submissionReviewed: { old: false, new: true } }, 'reviewed'],
  [
    'review-changed',
    { submissionReviewed: { old: true, new: false }, graded: { old: false, new: true } },
    'not reviewed and graded',
  ],
  ['review-changed', { feedback: { old: null, new: 'Good.' } }, 'feedback sent'],
  [
    'undone',
    { submissionReviewed: { old: true, new: false }, feedback: { old: 'Good.', new: null } },
    'not reviewed, feedback withdrawn',
  ],
  [
    'profile-saved',
    { department: { old: 'a', new: 'b' }, fullName: { old: 'c', new: 'd' } },
    'full name, department',
  ],
  ['undone', { graded: { old: true, new: false } }, 'not graded'],
  ['settings-changed', { 'club.university': { old: null, new: 'ABC' } }, 'University: none → ABC'],
  [
    'settings-changed',
    {
      'club.president': { old: { name: null, text: 'a' }, new: { name: 'Asha', text: 'a' } },
      'club.about': { old: { mission: 'x'.repeat(99), stats: [] }, new: { mission: 'y', stats: [] } },
    },
    'President: none → Asha · Mission',
  ],
  [
    'settings-changed',
    { 'task-ml.title': { old: 'a', new: 'b' } },
    'Machine Learning, Title of the task: a → b',
  ],
  ['settings-changed', { 'dates.open': { old: null, new: false } }, 'Registration: none → no'],
  ['undone', { developmentTrack: { old: 'web', new: null } }, 'Web Development → no track'],
  [
    'undone',
    { taskCompleted: { old: true, new: false }, taskCompletedAt: { old: 'x', new: null } },
    'task completion',
  ],
  [
    'record-corrected',
    {
      fullName: { old: 'c', new: 'd' },
      department: { old: 'a', new: '' },
      taskCompleted: { old: false, new: true },
      projectDescription: { old: 'long', new: 'longer' },
      reason: { old: null, new: 'By phone' },
    },
    'full name: c → d · department: a → none · task completion: not done → done · project description · Reason: By phone',
  ],
])('the details of %s %j: %s', (kind, fields, text) => {
  expect(changeDetails({ kind, fields })).toBe(text);
});

it('the changes of a batch are one entry', () => {
  const logged = (seq: number, batch: string | null = null) => ({ seq, batch }) as LoggedChange;
  const shown = withoutRestOfBatches([logged(5), logged(4, 'b'), logged(3, 'b'), logged(2), logged(1)]);
  expect(shown.map(({ seq }) => seq)).toEqual([5, 4, 2, 1]);
});
