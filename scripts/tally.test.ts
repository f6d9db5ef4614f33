import type { JSONReport } from '@playwright/test/reporter';
import { expect, it } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { readPlaywright, readVitest, summary } from './tally.ts';

function unitTest(fullName: string, status = 'passed', why?: string) {
  return { fullName, status, meta: { skipped: why }, failureMessages: why ? [why] : [] };
}

function unitReport(status: string, ...assertionResults: object[]): JsonTestResults {
  const testResults = [
    { name: '/project/server/a.test.ts', status, assertionResults, message: 'No such module' },
  ];
  return { testResults } as unknown as JsonTestResults;
}

const lastLines = (report: JsonTestResults, ci = false) => summary(readVitest(report, '/project'), ci).lines;

it('names each failed test with the first lines of its error, and ends with the total', () => {
  const error = `\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n\n${'    at /x/node_modules/y.js:1\n    at somewhere\n'.repeat(20)}`;
  const [failed = '', total] = lastLines(unitReport('failed', unitTest('a'), unitTest('b', 'failed', error)));
  expect(failed.split('\n').map((line) => line.trim())).toEqual([
    'failed: server/a.test.ts › b',
    'AssertionError: expected 1 to be 2',
    ...Array(7).fill('at somewhere'),
  ]);
  expect(total).toBe('1 passed, 1 failed');
});

it('counts a file that failed outside its tests', () => {
  expect(lastLines(unitReport('failed'))).toEqual([
    'failed: server/a.test.ts\n    No such module',
    '0 passed, 1 failed',
  ]);
});

it('only counts what it did not reach after ten failures, and what `-t` left out', () => {
  const report = unitReport(
    'failed',
    unitTest('a', 'failed', 'no'),
    unitTest('b', 'skipped'),
    unitTest('c', 'pending'),
  );
  report.testResults.push({ ...report.testResults[0], assertionResults: [], message: '' } as never);
  expect(lastLines(report)).toEqual([
    'failed: server/a.test.ts › a\n    no',
    '0 passed, 1 failed, 3 not run',
  ]);
  const filtered = readVitest(unitReport('passed', unitTest('a'), unitTest('b', 'skipped')), '/project');
  expect(summary(filtered, false, true).lines).toEqual(['1 passed, 0 failed, 1 not run']);
});

const skipping = unitReport(
  'passed',
  unitTest('a'),
  unitTest('b', 'skipped', 'Docker Compose is not installed'),
  unitTest('c', 'skipped', 'nginx is not installed: install the package `nginx`'),
  unitTest('d', 'todo'),
);

it('names skipped tests with their reasons', () => {
  expect(lastLines(skipping)).toEqual([
    'skipped: server/a.test.ts › b (Docker Compose is not installed)',
    'skipped: server/a.test.ts › c (nginx is not installed: install the package `nginx`)',
    'skipped: server/a.test.ts › d (no reason given)',
    '1 passed, 0 failed, 3 skipped',
  ]);
});

it('counts an unexpected skip as failed in CI', () => {
  expect(lastLines(skipping, true)).toEqual([
    'skipped: server/a.test.ts › b (Docker Compose is not installed)',
    expect.stringMatching(/^failed: .* c\n {4}skipped unexpectedly: nginx is not installed/),
    'failed: server/a.test.ts › d\n    skipped unexpectedly: no reason given',
    '1 passed, 2 failed, 1 skipped',
  ]);
});

it('counts browser tests of nested suites; one that passed only the second time, and an error outside, have failed', () => {
  const spec = (title: string, status: string, description?: string) => {
    const annotations = description ? [{ type: 'skip', description }] : [];
    return { file: 'a.spec.ts', title, tests: [{ projectName: 'sqlite', status, annotations, results: [] }] };
  };
  const suite = {
    specs: [spec('a', 'expected'), spec('b', 'unexpected')],
    suites: [{ specs: [spec('c', 'flaky'), spec('d', 'skipped', 'no nginx')] }],
  };
  const report = { suites: [suite], errors: [{ message: 'Cannot find module' }] } as unknown as JSONReport;
  const { lines, failed } = summary(readPlaywright(report), false);
  expect(lines.map((line) => line.split('\n')[0])).toEqual([
    'failed: a.spec.ts › b [sqlite]',
    'failed: a.spec.ts › c [sqlite]',
    'skipped: a.spec.ts › d [sqlite] (no nginx)',
    'failed: Cannot find module',
    '1 passed, 3 failed, 1 skipped',
  ]);
  expect(failed).toBe(3);
});
