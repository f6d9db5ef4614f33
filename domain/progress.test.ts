import { describe, expect, it } from 'vitest';
import { completedSteps, currentStep, nextSteps, type ProgressRecord, timeline } from './progress.ts';

const link = 'https://github.com/asha/project';

interface State {
  track?: boolean;
  done?: boolean;
  sent?: boolean;
  reviewed?: boolean;
}

function recordOf({ track, done, sent, reviewed }: State): ProgressRecord {
  return {
    developmentTrack: track ? 'web' : null,
    taskCompleted: done ?? false,
    githubLink: sent ? link : null,
    submissionReviewed: reviewed ?? false,
  };
}

const done = { track: true, done: true };
const all = { ...done, sent: true, reviewed: true };
const [select, task, submit] = [
  'Select Development Track',
  'Complete Assigned Task',
  'Submit Project Details',
];

describe('the steps of', () => {
  it.each<[string, State, string, current: string | null]>([
    ['a new member', {}, 'completed current pending pending', select],
    ['a track chosen', { track: true }, 'completed completed current pending', task],
    ['the task done', done, 'completed completed completed current', submit],
    ['a link sent', { ...done, sent: true }, 'completed completed completed current', submit],
    ['all of it reviewed', all, 'completed completed completed completed', null],
    [
      'a link sent before the task is done',
      { track: true, sent: true },
      'completed completed current current',
      task,
    ],
    [
      'a review before the task is done',
      { ...all, done: false },
      'completed completed current completed',
      task,
    ],
    ['a task done and no track', { done: true }, 'completed current completed current', select],
    ['a link sent and no track', { sent: true }, 'completed current pending current', select],
  ])('%s', (_name, state, statuses, current) => {
    const record = recordOf(state);
    const found = timeline(record).map(({ status }) => status);
    expect(found.join(' ')).toBe(statuses);
    expect(completedSteps(record)).toBe(found.filter((status) => status === 'completed').length);
    expect(currentStep(record)?.title ?? null).toBe(current);
  });

  it.each<[State, ...texts: RegExp[]]>([
    [{}, /^Choose one/, /^Your task appears here/, /^Submit your project once/],
    [{ track: true }, /^You have selected/, /^Work through the task/, /^Submit your project once/],
    [done, /^You have selected/, /^You have completed the task/, /^Send us the link/],
    [{ ...done, sent: true }, /^You have selected/, /^You have completed the task/, /is under review/],
    [{ sent: true }, /^Choose one/, /^Your task appears here/, /is under review/],
    [all, /^You have selected/, /^You have completed the task/, /reviewed\. Results will be out soon/],
  ])('%o say what comes next', (state, ...texts) => {
    const [, ...descriptions] = timeline(recordOf(state)).map(({ description }) => description);
    expect(descriptions).toEqual(texts.map((text) => expect.stringMatching(text)));
  });

  it('a missing record are those of one without progress', () => {
    expect(timeline(null)).toEqual(timeline(recordOf({})));
    expect(currentStep(null)?.title).toBe(select);
  });
});

const view = { label: 'View Task', to: '/user-tasks' };
const send = { label: 'Submit Project', to: '/contact' };
const reviewed = 'Your submission has been reviewed and graded. Stay tuned for the results!';

it.each<[State | null, string | null, object]>([
  [null, null, view],
  [{ track: true }, null, view],
  [{ done: true }, null, send],
  [{ sent: true }, 'Your submission is under review.', view],
  [{ done: true, sent: true }, 'Your submission is under review.', send],
  [{ sent: true, reviewed: true }, reviewed, view],
  [all, reviewed, send],
])('the next steps of %o', (state, notice, button) => {
  expect(nextSteps(state && recordOf(state))).toEqual({ notice, button });
});
