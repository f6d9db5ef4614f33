import { describe, expect, it } from 'vitest';
import { addUp, judgeRun, tallyLine, tallyPlaywright, tallyVitest } from './tally.ts';

const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] };

describe('tallyVitest', () => {
  it('counts tests by outcome, those to be written as skipped', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        passing,
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      ],
    };
    expect(tallyVitest(report)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('counts a file that failed outside its tests', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [passing, { status: 'failed', assertionResults: [] }],
    };
    expect(tallyVitest(report)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

describe('tallyPlaywright', () => {
  it('counts a test that passed only at its second try as passed', () => {
    const report = { stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 3 } };
    expect(tallyPlaywright(report)).toEqual({ passed: 9, failed: 1, skipped: 3 });
  });
});

describe('judgeRun', () => {
  const good = { passed: 3, failed: 0, skipped: 1 };

  it.each([
    ['a good run counts as it is', 0, good, good],
    ['failures are not counted twice', 1, { ...good, failed: 2 }, { ...good, failed: 2 }],
    ['a bad end without a failed test is a failure', 1, good, { ...good, failed: 1 }],
    ['no report is a failure', 0, undefined, { passed: 0, failed: 1, skipped: 0 }],
    [
      'a run that executed nothing is a failure',
      0,
      { passed: 0, failed: 0, skipped: 4 },
      { passed: 0, failed: 1, skipped: 4 },
    ],
  ])('%s', (_name, exitCode, counted, expected) => {
    expect(judgeRun(exitCode, counted)).toEqual(expected);
  });
});

describe('the last line', () => {
  it('adds up over the steps', () => {
    const total = addUp([
      { passed: 0, failed: 1, skipped: 0 },
      { passed: 4, failed: 0, skipped: 2 },
      { passed: 3, failed: 1, skipped: 0 },
    ]);
    expect(tallyLine(total)).toBe('7 passed, 2 failed, 2 skipped');
  });

  it('leaves out skipped tests where there are none', () => {
    expect(tallyLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed');
  });
});
