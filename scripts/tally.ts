import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/** The result of one runner: the numbers of tests, and a line for each one that did not pass. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
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
  status: 'passed' | 'failed' | 'skipped';
  /** The error's message. */
  cause?: string | undefined;
  /** Why it was skipped. */
  reason?: string | undefined;
}

/** On a developer's machine skipped tests are only named; in CI an unexpected one counts as failed. */
function judge(tests: readonly Test[], ci: boolean): Outcome {
  const outcome: Outcome = { ...noTests, remarks: [] };
  for (const test of tests) {
    const { name, status, reason = 'no reason given' } = test;
    const isExpected = !ci || expectedReasons.some((expected) => expected.test(reason));
    outcome[status === 'skipped' && !isExpected ? 'failed' : status] += 1;
    if (status === 'failed') outcome.remarks.push(`failed: ${withCause(test)}`);
    if (status === 'skipped')
      outcome.remarks.push(`${isExpected ? 'skipped' : 'skipped unexpectedly'}: ${name} (${reason})`);
  }
  return outcome;
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

/** Reads Playwright's JSON report. */
export function tallyPlaywright({ suites, errors }: JSONReport, ci: boolean): Outcome {
  const tests = suites.flatMap(allSpecs).flatMap(({ file, title, tests }) =>
    tests.map(
      ({ projectName, status, annotations, results }): Test => ({
        name: `${file} › ${title} [${projectName}]`,
        status: status === 'skipped' ? status : status === 'expected' ? 'passed' : 'failed',
        cause: results.find(({ error }) => error)?.error?.message,
        reason: annotations.find(({ type }) => type === 'skip')?.description,
      }),
    ),
  );
  const outside = errors.map(({ message = 'Playwright' }): Test => ({ name: message, status: 'failed' }));
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
  if (counted.failed > 0) return counted;
  const isEmpty = counted.passed === 0 && !mayBeEmpty;
  if (exitCode === 0 && !isEmpty) return counted;
  const fault = isEmpty ? 'no test ran' : `the runner ended with ${exitCode}`;
  return { ...counted, failed: 1, remarks: [...counted.remarks, `failed: ${fault}`] };
}

export function tallyLine(outcomes: readonly Outcome[]): string {
  const sum = (of: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[of], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`;
}
