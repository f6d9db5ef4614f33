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
const link = 'https://github.com/asha/project';

function values(record: StatusRecord | null): string[] {
  return accountStatus(record).map((row) => row.value);
}

describe('accountStatus', () => {
  it('always lists the same rows in the same order', () => {
    const labels = ['Registration', 'Track', 'Task', 'Submission'];
    expect(accountStatus(fresh).map((row) => row.label)).toEqual(labels);
    expect(accountStatus(null).map((row) => row.label)).toEqual(labels);
  });

  it.each<[string, Partial<StatusRecord>, string[]]>([
    ['a new member', {}, ['Complete', 'Not selected', 'Not assigned', 'Not submitted']],
    [
      'a recovered record',
      { registrationComplete: false },
      ['Not complete', 'Not selected', 'Not assigned', 'Not submitted'],
    ],
    [
      'a track chosen',
      { developmentTrack: 'ml' },
      ['Complete', 'Machine Learning', 'In progress', 'Not submitted'],
    ],
    [
      'the task done',
      { developmentTrack: 'web', taskCompleted: true },
      ['Complete', 'Web Development', 'Completed', 'Not submitted'],
    ],
    [
      'a link sent before the task is done',
      { developmentTrack: 'game', githubLink: link },
      ['Complete', 'Game Development', 'In progress', 'Under review'],
    ],
    [
      'reviewed',
      { developmentTrack: 'android', taskCompleted: true, githubLink: link, submissionReviewed: true },
      ['Complete', 'Android Development', 'Completed', 'Reviewed'],
    ],
    [
      'reviewed and graded',
      {
        developmentTrack: 'web',
        taskCompleted: true,
        githubLink: link,
        submissionReviewed: true,
        graded: true,
      },
      ['Complete', 'Web Development', 'Completed', 'Reviewed and graded'],
    ],
  ])('%s', (_name, changes, expected) => {
    expect(values({ ...fresh, ...changes })).toEqual(expected);
  });

  it('shows every value as unavailable without a record', () => {
    expect(new Set(values(null))).toEqual(new Set(['Not available']));
  });

  it.each<[string, Partial<Member>]>([
    ['before a submission', {}],
    ['under review', { githubLink: link }],
    ['graded, but not marked as reviewed', { githubLink: link, graded: true }],
    ['reviewed, but not marked as graded', { githubLink: link, submissionReviewed: true }],
    ['reviewed and graded', { githubLink: link, submissionReviewed: true, graded: true }],
  ])('says the same as the Next Steps card: %s', (_name, marks) => {
    const record = { ...fresh, developmentTrack: 'web', taskCompleted: true, ...marks } as const;
    const [, , , submission = ''] = values(record);
    const notice = nextSteps(record).notice ?? 'not submitted';
    expect(notice.toLowerCase()).toContain(submission.toLowerCase());
  });

  it('has a tone for each stage', () => {
    const done = { ...fresh, developmentTrack: 'web', taskCompleted: true, githubLink: link } as const;
    expect(accountStatus(fresh).map((row) => row.tone)).toEqual(['done', 'none', 'none', 'none']);
    expect(accountStatus(done).map((row) => row.tone)).toEqual(['done', 'done', 'done', 'open']);
  });
});
