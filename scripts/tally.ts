import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** Numbers of tests, for the last line of `npm test`. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The result of one runner: the counts, and a line for each test that did not pass. */
export interface Outcome extends Tally {
  remarks: string[];
}

/** The outcome of a successful step without tests. */
export const noTests: Outcome = { passed: 0, failed: 0, skipped: 0, remarks: [] };
/** The outcome of a failed step without a count. */
export const oneFailed: Outcome = { ...noTests, failed: 1 };

/** How many lines of a failed test's error are repeated. */
const linesOfCause = 8;

/** Programs that `npm test` cannot always install: skips for these reasons do not fail a CI run. */
const expectedReasons = [
  /systemd-analyze is not installed/,
  /Docker Compose is not installed/,
  /the image is built by `npm run soak` only/,
  /the units are started by `npm run soak` only/,
  /may not mount/,
];

/** One test of either runner. */
interface Test {
  name: string;
  status: 'passed' | 'failed' | 'flaky' | 'skipped';
  /** The error's message. */
  cause?: string | undefined;
  /** Why it was skipped. */
  reason?: string | undefined;
}

/**
 * Counts the tests. A test that failed and then passed is flaky, which counts as failed. On a developer's machine skipped
 * tests are only named; in CI an unexpected one counts as failed.
 */
function judge(tests: readonly Test[], ci: boolean): Outcome {
  const failed = tests.filter(({ status }) => status === 'failed' || status === 'flaky');
  const skipped = tests.filter(({ status }) => status === 'skipped');
  const isUnexpected = ({ reason = '' }: Test) =>
    ci && !expectedReasons.some((expected) => expected.test(reason));
  const unexpected = skipped.filter(isUnexpected).length;
  return {
    passed: tests.length - failed.length - skipped.length,
    failed: failed.length + unexpected,
    skipped: skipped.length - unexpected,
    remarks: [
      ...failed.map((test) => `${test.status}: ${withCause(test)}`),
      ...skipped.map((test) => {
        const verdict = isUnexpected(test) ? 'skipped unexpectedly' : 'skipped';
        return `${verdict}: ${test.name} (${test.reason ?? 'no reason given'})`;
      }),
    ],
  };
}

/** Adds the error's first lines, since often only the last lines of a run are kept. */
function withCause({ name, cause = '' }: Test): string {
  const lines = stripVTControlCharacters(cause)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [name, ...lines.slice(0, linesOfCause)].join('\n         ');
}

/**
 * Reads Vitest's JSON report. A file that failed outside its tests (while loading, say) counts as one failure.
 * @param root the prefix that is removed from file names
 */
export function tallyVitest({ testResults }: JsonTestResults, root: string, ci: boolean): Outcome {
  const tests = testResults.flatMap((result): Test[] => {
    const file = result.name.replace(`${root}/`, '');
    const tests = result.assertionResults.map(
      ({ fullName, status, failureMessages, meta }): Test => ({
        name: `${file} › ${fullName}`,
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
        cause: failureMessages?.[0],
        reason: meta.skipped,
      }),
    );
    const isBroken = result.status === 'failed' && tests.every(({ status }) => status !== 'failed');
    return isBroken ? [...tests, { name: file, status: 'failed', cause: result.message }] : tests;
  });
  return judge(tests, ci);
}

const playwrightStatus = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
} as const;

/** Reads Playwright's JSON report. */
export function tallyPlaywright({ suites, errors }: JSONReport, ci: boolean): Outcome {
  const tests = suites.flatMap(allSpecs).flatMap(({ file, title, tests }) =>
    tests.map(
      ({ projectName, status, annotations, results }): Test => ({
        name: `${file} › ${title} [${projectName}]`,
        status: playwrightStatus[status],
        cause: results.find(({ error }) => error)?.error?.message,
        reason: annotations.find(({ type }) => type === 'skip')?.description,
      }),
    ),
  );
  const outside = errors.map(
    ({ message }): Test => ({ name: message?.split('\n')[0] ?? 'Playwright', status: 'failed' }),
  );
  return judge([...tests, ...outside], ci);
}

function allSpecs(suite: JSONReportSuite): JSONReportSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(allSpecs)];
}

/**
 * The outcome of a test runner's run: its report, but at least one failure if it ended badly, left no report
 * or executed no test. A run without tests must not look like a successful one, unless only what has changed was asked for.
 */
export function judgeRun(exitCode: number, counted: Outcome | undefined, mayBeEmpty = false): Outcome {
  if (!counted) return { ...oneFailed, remarks: ['failed: the runner left no report'] };
  if (counted.passed + counted.failed === 0 && !mayBeEmpty)
    return { ...counted, failed: 1, remarks: [...counted.remarks, 'failed: no test ran'] };
  if (exitCode !== 0 && counted.failed === 0)
    return {
      ...counted,
      failed: 1,
      remarks: [...counted.remarks, `failed: the runner ended with ${exitCode}`],
    };
  return counted;
}

export function addUp(tallies: Tally[]): Tally {
  const sum = (of: keyof Tally) => tallies.reduce((total, tally) => total + tally[of], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
