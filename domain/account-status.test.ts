import { describe, expect, it } from 'vitest';
import { accountStatus, type StatusRecord } from './account-status.ts';

const fresh: StatusRecord = {
  registrationComplete: true,
  developmentTrack: null,
  taskCompleted: false,
  githubLink: null,
  submissionReviewed: false,
  graded: false,
};
const done = { developmentTrack: 'web', taskCompleted: true } as const;
const sent = { githubLink: 'https://github.com/asha/project' };

function values(record: StatusRecord | null): string[] {
  return accountStatus(record).map((row) => row.value);
}

describe('accountStatus', () => {
  it.each<[string, Partial<StatusRecord>, string]>([
    ['a new member', {}, 'Complete, Not selected, Not assigned, Not submitted'],
    [
      'a recovered record',
      { registrationComplete: false },
      'Not complete, Not selected, Not assigned, Not submitted',
    ],
    ['a track chosen', { developmentTrack: 'ml' }, 'Complete, Machine Learning, In progress, Not submitted'],
    ['the task done', done, 'Complete, Web Development, Completed, Not submitted'],
    [
      'a link before the task is done',
      { ...done, ...sent, taskCompleted: false },
      'Complete, Web Development, In progress, Under review',
    ],
    [
      'reviewed',
      { ...done, ...sent, submissionReviewed: true },
      'Complete, Web Development, Completed, Reviewed',
    ],
    [
      'graded, but not marked as reviewed',
      { ...done, ...sent, graded: true },
      'Complete, Web Development, Completed, Under review',
    ],
    [
      'graded',
      { ...done, ...sent, submissionReviewed: true, graded: true },
      'Complete, Web Development, Completed, Reviewed and graded',
    ],
  ])('%s', (_name, changes, expected) => {
    expect(values({ ...fresh, ...changes }).join(', ')).toBe(expected);
  });

  it('shows every value as unavailable without a record', () => {
    expect(new Set(values(null))).toEqual(new Set(['Not available']));
  });

  it('has a tone for each stage of its rows', () => {
    const rows = ['Registration', 'Track', 'Task', 'Submission'];
    const toned = (record: StatusRecord | null) =>
      accountStatus(record).map(({ label, tone }) => [label, tone]);
    const submitted = { ...fresh, ...done, ...sent };
    for (const [record, tones] of [
      [null, ['none', 'none', 'none', 'none']],
      [{ ...fresh, registrationComplete: false }, ['open', 'none', 'none', 'none']],
      [{ ...fresh, developmentTrack: 'ml' }, ['done', 'done', 'open', 'none']],
      [submitted, ['done', 'done', 'done', 'open']],
      [{ ...submitted, submissionReviewed: true }, ['done', 'done', 'done', 'done']],
    ] as const)
      expect(toned(record)).toEqual(rows.map((label, index) => [label, tones[index]]));
  });
});
