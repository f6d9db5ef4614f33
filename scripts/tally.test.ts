import type { JSONReport } from '@playwright/test/reporter';
import { describe, expect, it } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { judgeRun, noTests, type Outcome, tallyLine, tallyPlaywright, tallyVitest } from './tally.ts';

interface UnitTest {
  fullName: string;
  status: string;
  meta: { skipped?: string };
  failureMessages?: string[];
}

function unitTest(fullName: string, status = 'passed', skipped?: string): UnitTest {
  return { fullName, status, meta: skipped ? { skipped } : {} };
}

function unitReport(status: string, ...assertionResults: UnitTest[]) {
  const testResults = [{ name: '/project/server/a.test.ts', status, assertionResults }];
  return { testResults } as unknown as JsonTestResults;
}

/** The counts in words, then the remarks. */
function inWords(outcome: Outcome): string[] {
  return [tallyLine([outcome]), ...outcome.remarks];
}

describe('tallyVitest', () => {
  it('counts a file that failed outside its tests', () => {
    expect(inWords(tallyVitest(unitReport('failed'), '/project', false))).toEqual([
      '0 passed, 1 failed',
      'failed: server/a.test.ts',
    ]);
  });

  const skipping = unitReport(
    'passed',
    unitTest('a'),
    unitTest('b', 'skipped', 'Docker Compose is not installed'),
    unitTest('c', 'skipped', 'nginx is not installed: install the package `nginx`'),
    unitTest('d', 'todo'),
  );

  it('counts an unexpected skip as failed in CI', () => {
    expect(inWords(tallyVitest(skipping, '/project', true))).toEqual([
      '1 passed, 2 failed, 1 skipped',
      'skipped: server/a.test.ts › b (Docker Compose is not installed)',
      expect.stringMatching(/^skipped unexpectedly: .* c /),
      'skipped unexpectedly: server/a.test.ts › d (no reason given)',
    ]);
  });
});

describe('tallyPlaywright', () => {
  const spec = (title: string, status: string, description?: string) => {
    const annotations = description ? [{ type: 'skip', description }] : [];
    return { file: 'a.spec.ts', title, tests: [{ projectName: 'sqlite', status, annotations, results: [] }] };
  };
  const tally = (report: object) => inWords(tallyPlaywright(report as JSONReport, false));

  it('counts and names tests of nested suites; one that passed only the second time has failed', () => {
    const suite = {
      specs: [spec('a', 'expected'), spec('b', 'unexpected')],
      suites: [{ specs: [spec('c', 'flaky'), spec('d', 'skipped', 'no nginx')] }],
    };
    expect(tally({ suites: [suite], errors: [] })).toEqual([
      '1 passed, 2 failed, 1 skipped',
      'failed: a.spec.ts › b [sqlite]',
      'failed: a.spec.ts › c [sqlite]',
      'skipped: a.spec.ts › d [sqlite] (no nginx)',
    ]);
  });
});

describe('judgeRun', () => {
  const good = { passed: 3, failed: 0, skipped: 1, remarks: ['skipped: one'] };

  it.each<[string, number, Outcome | undefined, string[]]>([
    ['a good run counts as it is', 0, good, inWords(good)],
    ['failures are not counted twice', 1, { ...good, failed: 2 }, inWords({ ...good, failed: 2 })],
    [
      'a bad end without a failed test is a failure',
      1,
      good,
      ['3 passed, 1 failed, 1 skipped', 'skipped: one', 'failed: the runner ended with 1'],
    ],
    ['no report is a failure', 0, undefined, ['0 passed, 1 failed', 'failed: the runner left no report']],
    [
      'a run that executed nothing is a failure',
      0,
      { ...noTests, skipped: 4 },
      ['0 passed, 1 failed, 4 skipped', 'failed: no test ran'],
    ],
  ])('%s', (_name, exitCode, counted, expected) => {
    expect(inWords(judgeRun(exitCode, counted))).toEqual(expected);
  });

  it('accepts that nothing has changed', () => {
    expect(judgeRun(0, noTests, true)).toEqual(noTests);
    expect(judgeRun(1, noTests, true)).toMatchObject({ failed: 1 });
  });
});
