import { expect, test } from 'vitest';
import { submittedRecord } from '#tests/helpers/made-records.ts';
import { replacesOnlyShown } from './replaces-only-shown.ts';

const member = submittedRecord();
const shown = { member, draft: 'Add tests.', note: '', met: ['Runs'] };

test.each([
  ['marks, if they are as shown', { graded: true }, {}, true],
  [
    'marks, if only draft, note and checklist differ',
    { graded: true },
    { draft: 'x', note: 'y', met: [] },
    true,
  ],
  [
    'marks that another page changed',
    { graded: true },
    { member: { ...member, submissionReviewed: true } },
    false,
  ],
  [
    'marks beside feedback that another page sent',
    { graded: true },
    { member: { ...member, feedback: 'Good.' } },
    false,
  ],
  [
    'another submission',
    { note: 'x' },
    { member: { ...member, submittedAt: '2026-11-02T10:00:00.000Z' } },
    false,
  ],
  ['a draft that is as shown', { draft: 'x' }, { note: 'other' }, true],
  ['a draft that another page changed', { draft: 'x' }, { draft: 'other' }, false],
  ['feedback with a draft that another page changed', { draft: 'x', send: true }, { draft: 'other' }, false],
  ['a note that another page changed', { note: 'x' }, { note: 'other' }, false],
  ['a checklist that another page changed', { met: [] }, { met: ['Runs', 'Has tests'] }, false],
  ['a note beside changed marks', { note: 'x' }, { member: { ...member, graded: true } }, true],
] as const)('%s', (_title, write, now, expected) => {
  const wanted = write as Parameters<typeof replacesOnlyShown>[0];
  expect(replacesOnlyShown(wanted, shown, { ...shown, ...now } as typeof shown)).toBe(expected);
});
