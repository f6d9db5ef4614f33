import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** One test of either runner. */
export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  /** The message of its error, or the reason why it was skipped. */
  why?: string | undefined;
}

/** How many lines of an error are repeated: often only the last lines of a run are kept. */
const linesOfError = 8;

/** Programs that `npm test` cannot always install: skips for these reasons do not fail a CI run. */
const expectedReasons = [
  /systemd-analyze is not installed/,
  /Docker Compose is not installed/,
  /the units are started by `npm run soak` only/,
  /may not mount/,
];

/**
 * Reads Vitest's JSON report. A file that failed outside its tests (while loading, say) counts as a failed test.
 * @param root the prefix that is removed from file names
 */
export function readVitest({ testResults }: JsonTestResults, root: string): TestResult[] {
  return testResults.flatMap((result) => {
    const file = result.name.replace(`${root}/`, '');
    const tests = result.assertionResults.map(({ fullName, status, failureMessages, meta }): TestResult => {
      const name = `${file} › ${fullName}`;
      if (status === 'failed') return { name, status, why: failureMessages?.[0] };
      return status === 'passed' ? { name, status } : { name, status: 'skipped', why: meta.skipped };
    });
    const isBroken = result.status === 'failed' && tests.every(({ status }) => status !== 'failed');
    return isBroken ? [...tests, { name: file, status: 'failed', why: result.message }] : tests;
  });
}

/** Reads Playwright's JSON report. A test that passed only the second time has failed. */
export function readPlaywright({ suites, errors }: JSONReport): TestResult[] {
  const tests = suites.flatMap(allSpecs).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, annotations, results }): TestResult => {
      const name = `${file} › ${title} [${projectName}]`;
      if (status === 'expected') return { name, status: 'passed' };
      if (status === 'skipped')
        return { name, status, why: annotations.find(({ type }) => type === 'skip')?.description };
      return { name, status: 'failed', why: results.find(({ error }) => error)?.error?.message };
    }),
  );
  return [
    ...tests,
    ...errors.map(({ message = 'Playwright' }) => ({ name: message, status: 'failed' }) as const),
  ];
}

function allSpecs(suite: JSONReportSuite): JSONReportSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(allSpecs)];
}

/**
 * The last lines of a run: each test that failed or was skipped, and the total. On a developer's machine skipped tests are only
 * named; in CI an unexpected one counts as failed.
 */
export function summary(results: readonly TestResult[], ci: boolean): { lines: string[]; failed: number } {
  const judged = results.map((result): TestResult => {
    const { status, why = 'no reason given' } = result;
    if (status !== 'skipped' || !ci || expectedReasons.some((reason) => reason.test(why))) return result;
    return { ...result, status: 'failed', why: `skipped unexpectedly: ${why}` };
  });
  const count = (of: TestResult['status']) => judged.filter(({ status }) => status === of).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  const total = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { lines: [...judged.filter(({ status }) => status !== 'passed').map(remark), total], failed };
}

function remark({ name, status, why = 'no reason given' }: TestResult): string {
  if (status === 'skipped') return `skipped: ${name} (${why})`;
  const error = stripVTControlCharacters(why)
    .split('\n')
    .map((line) => line.trim());
  return [`failed: ${name}`, ...error.filter((line) => line !== '').slice(0, linesOfError)].join('\n    ');
}
