import { describe, expect, it } from 'vitest';
import { completedSteps, currentStep, nextSteps, type ProgressRecord, timeline } from './progress.ts';

const link = 'https://github.com/asha/project';

/** Every combination of: track chosen, task done, link sent, reviewed. */
const combinations = [false, true].flatMap((track) =>
  [false, true].flatMap((done) =>
    [false, true].flatMap((sent) => [false, true].map((reviewed) => ({ track, done, sent, reviewed }))),
  ),
);
type Combination = (typeof combinations)[number];

function recordOf({ track, done, sent, reviewed }: Combination): ProgressRecord {
  return {
    developmentTrack: track ? 'web' : null,
    taskCompleted: done,
    githubLink: sent ? link : null,
    submissionReviewed: reviewed,
  };
}

/** The expected statuses of steps 2 to 4 (spec, point 4); step 1 is always completed. */
function expectedSteps({ track, done, sent, reviewed }: Combination): string[] {
  const second = track ? 'completed' : 'current';
  let third = 'pending';
  if (track) third = 'current';
  if (done) third = 'completed';
  let fourth = 'pending';
  if (sent || done) fourth = 'current';
  if (reviewed) fourth = 'completed';
  return ['completed', second, third, fourth];
}

describe('timeline', () => {
  it.each([
    ['a new member', {}, 'completed current pending pending'],
    ['a track chosen', { track: true }, 'completed completed current pending'],
    ['the task done', { track: true, done: true }, 'completed completed completed current'],
    ['a link sent', { track: true, done: true, sent: true }, 'completed completed completed current'],
    [
      'reviewed',
      { track: true, done: true, sent: true, reviewed: true },
      'completed completed completed completed',
    ],
    [
      'a link sent before the task is done',
      { track: true, sent: true },
      'completed completed current current',
    ],
    ['a task done and no track', { done: true }, 'completed current completed current'],
  ])('%s', (_name, some, statuses) => {
    const record = recordOf({ track: false, done: false, sent: false, reviewed: false, ...some });
    expect(
      timeline(record)
        .map((step) => step.status)
        .join(' '),
    ).toBe(statuses);
  });

  it.each(combinations)('%o', (combination) => {
    const steps = timeline(recordOf(combination));
    expect(steps.map((step) => step.title)).toEqual([
      'Create Account',
      'Select Development Track',
      'Complete Assigned Task',
      'Submit Project Details',
    ]);
    expect(steps.map((step) => step.status)).toEqual(expectedSteps(combination));
    expect(completedSteps(recordOf(combination))).toBe(
      expectedSteps(combination).filter((status) => status === 'completed').length,
    );
    for (const step of steps) expect(step.description).not.toBe('');
    const last = steps[3].description;
    expect(/results will be out soon/i.test(last)).toBe(combination.reviewed);
    expect(/under review/.test(last)).toBe(combination.sent && !combination.reviewed);
  });

  it.each(combinations)('describes what comes next: %o', (combination) => {
    const { track, done, sent, reviewed } = combination;
    const [, second, third, fourth] = timeline(recordOf(combination)).map((step) => step.description);
    expect(second).toMatch(track ? /^You have selected/ : /^Choose one/);
    let task = /^Your task appears here/;
    if (track) task = /^Work through the task/;
    if (done) task = /^You have completed the task/;
    expect(third).toMatch(task);
    let project = /^Submit your project once/;
    if (done) project = /^Send us the link/;
    if (sent) project = /^Your submission is under review/;
    if (reviewed) project = /^Your submission has been reviewed/;
    expect(fourth).toMatch(project);
  });

  it('treats a missing record as one without progress', () => {
    expect(timeline(null)).toEqual(
      timeline(recordOf({ track: false, done: false, sent: false, reviewed: false })),
    );
  });
});

describe('currentStep', () => {
  it.each<[string, Partial<Combination>, string | null]>([
    ['a new member', {}, 'Select Development Track'],
    ['a track chosen', { track: true }, 'Complete Assigned Task'],
    ['a link sent before the task is done', { track: true, sent: true }, 'Complete Assigned Task'],
    ['the task done', { track: true, done: true }, 'Submit Project Details'],
    ['all of it reviewed', { track: true, done: true, sent: true, reviewed: true }, null],
  ])('%s', (_name, some, title) => {
    const record = recordOf({ track: false, done: false, sent: false, reviewed: false, ...some });
    expect(currentStep(record)?.title ?? null).toBe(title);
  });

  it('treats a missing record as one without progress', () => {
    expect(currentStep(null)?.title).toBe('Select Development Track');
  });
});

describe('nextSteps', () => {
  it.each(combinations)('%o', (combination) => {
    const { done, sent, reviewed } = combination;
    const { notice, button } = nextSteps(recordOf(combination));
    if (reviewed) {
      expect(notice).toBe('Your submission has been reviewed and graded. Stay tuned for the results!');
    } else {
      expect(notice).toBe(sent ? 'Your submission is under review.' : null);
    }
    expect(button).toEqual(
      done ? { label: 'Submit Project', to: '/contact' } : { label: 'View Task', to: '/user-tasks' },
    );
  });

  it('treats a missing record as one without progress', () => {
    expect(nextSteps(null)).toEqual({ notice: null, button: { label: 'View Task', to: '/user-tasks' } });
  });
});
