import { describe, expect, it } from 'vitest';
import { accountStatus, type StatusRecord } from './account-status.ts';
import type { Member } from './members.ts';
import { nextSteps } from './progress.ts';

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
  it('always lists the same rows in the same order', () => {
    const labels = ['Registration', 'Track', 'Task', 'Submission'];
    expect(accountStatus(fresh).map((row) => row.label)).toEqual(labels);
    expect(accountStatus(null).map((row) => row.label)).toEqual(labels);
  });

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

  it.each<[string, Partial<Member>]>([
    ['before a submission', {}],
    ['under review', sent],
    ['graded, but not marked as reviewed', { ...sent, graded: true }],
    ['reviewed, but not marked as graded', { ...sent, submissionReviewed: true }],
    ['reviewed and graded', { ...sent, submissionReviewed: true, graded: true }],
  ])('says the same as the Next Steps card: %s', (_name, marks) => {
    const record = { ...fresh, ...done, ...marks };
    const [, , , submission = ''] = values(record);
    const notice = nextSteps(record).notice ?? 'not submitted';
    expect(notice.toLowerCase()).toContain(submission.toLowerCase());
  });

  it('has a tone for each stage', () => {
    const submitted = { ...fresh, ...done, ...sent };
    expect(accountStatus(fresh).map((row) => row.tone)).toEqual(['done', 'none', 'none', 'none']);
    expect(accountStatus(submitted).map((row) => row.tone)).toEqual(['done', 'done', 'done', 'open']);
  });
});
