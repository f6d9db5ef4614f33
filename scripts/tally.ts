import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** One test of either runner. */
export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'skipped' | 'not run';
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
      if (status === 'pending') return { name, status: 'not run' };
      return status === 'passed' ? { name, status } : { name, status: 'skipped', why: meta.skipped };
    });
    const isBroken = result.status === 'failed' && tests.every(({ status }) => status !== 'failed');
    if (!isBroken) return tests;
    // A file that the run did not reach has no tests and no message.
    const status = result.message === '' && tests.length === 0 ? 'not run' : 'failed';
    return [...tests, { name: file, status, why: result.message }];
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
 * named; in CI an unexpected one counts as failed. Tests that `-t` or the tenth failure left out are only counted.
 */
export function summary(
  results: readonly TestResult[],
  ci: boolean,
  isFiltered = false,
): { lines: string[]; failed: number } {
  const isPartial = isFiltered || results.some(({ status }) => status === 'not run');
  const judged = results.map((result): TestResult => {
    const { status, why = 'no reason given' } = result;
    if (status === 'skipped' && isPartial && result.why === undefined)
      return { ...result, status: 'not run' };
    if (status !== 'skipped' || !ci || expectedReasons.some((reason) => reason.test(why))) return result;
    return { ...result, status: 'failed', why: `skipped unexpectedly: ${why}` };
  });
  const count = (of: TestResult['status']) => judged.filter(({ status }) => status === of).length;
  const failed = count('failed');
  const others = (['skipped', 'not run'] as const).filter((status) => count(status) > 0);
  const total = [
    `${count('passed')} passed, ${failed} failed`,
    ...others.map((one) => `${count(one)} ${one}`),
  ];
  const named = judged.filter(({ status }) => status === 'failed' || status === 'skipped');
  return { lines: [...named.map(remark), total.join(', ')], failed };
}

function remark({ name, status, why = 'no reason given' }: TestResult): string {
  if (status === 'skipped') return `skipped: ${name} (${why})`;
  const error = stripVTControlCharacters(why)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^at .*(?:node_modules|<anonymous>|node:internal)/.test(line));
  return [`failed: ${name}`, ...error.filter((line) => line !== '').slice(0, linesOfError)].join('\n    ');
}
