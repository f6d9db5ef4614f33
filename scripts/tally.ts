import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';

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

interface Skip {
  name: string;
  reason: string | undefined;
}

/** Programs that `npm test` cannot always install: skips for these reasons do not fail a CI run. */
const expectedReasons = [
  /systemd-analyze is not installed/,
  /Docker Compose is not installed/,
  /the image is built by `npm run soak` only/,
  /the units are started by `npm run soak` only/,
  /may not mount/,
];

/** On a developer's machine skipped tests are only named; in CI an unexpected one counts as failed. */
function judgeSkips(skips: Skip[], ci: boolean): Pick<Outcome, 'failed' | 'skipped' | 'remarks'> {
  const isUnexpected = ({ reason = '' }: Skip) => !expectedReasons.some((expected) => expected.test(reason));
  const failed = ci ? skips.filter(isUnexpected).length : 0;
  return {
    failed,
    skipped: skips.length - failed,
    remarks: skips.map((skip) => {
      const verdict = ci && isUnexpected(skip) ? 'skipped unexpectedly' : 'skipped';
      return `${verdict}: ${skip.name} (${skip.reason ?? 'no reason given'})`;
    }),
  };
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.optional(z.array(z.string())),
          meta: z.optional(z.object({ skipped: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
});

/**
 * Reads Vitest's JSON report. A file that failed outside its tests (while loading, say) counts as one failure.
 * @param root the prefix that is removed from file names
 */
export function tallyVitest(report: unknown, root: string, ci: boolean): Outcome {
  const files = vitestReport.parse(report).testResults.map((file) => ({
    ...file,
    name: file.name.replace(`${root}/`, ''),
  }));
  const tests = files.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, name: `${file.name} › ${test.fullName}` })),
  );
  const failed = tests
    .filter(isFailed)
    .map(({ name, failureMessages = [] }) => withCause(name, failureMessages[0]));
  const brokenFiles = files
    .filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed))
    .map(({ name, message }) => withCause(name, message));
  const skips = judgeSkips(
    tests
      .filter(({ status }) => status !== 'failed' && status !== 'passed')
      .map(({ name, meta }) => ({ name, reason: meta?.skipped })),
    ci,
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed.length + brokenFiles.length + skips.failed,
    skipped: skips.skipped,
    remarks: [...[...failed, ...brokenFiles].map((name) => `failed: ${name}`), ...skips.remarks],
  };
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

/** Adds the error's first lines, since often only the last lines of a run are kept. */
function withCause(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [name, ...lines.slice(0, linesOfCause)].join('\n         ');
}

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
          annotations: z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
          results: z.optional(
            z.array(z.object({ error: z.optional(z.object({ message: z.optional(z.string()) })) })),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(playwrightSuite));
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
});

/** Reads Playwright's JSON report. A test that failed and then passed is flaky, which counts as failed. */
export function tallyPlaywright(report: unknown, ci: boolean): Outcome {
  const { suites, errors } = playwrightReport.parse(report);
  const specs = suites.flatMap(allSpecs);
  const tests = specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `${file} › ${title} [${test.projectName}]` })),
  );
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  const skips = judgeSkips(
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, annotations }) => ({
        name,
        reason: annotations.find(({ type }) => type === 'skip')?.description,
      })),
    ci,
  );
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failed.length + errors.length + skips.failed,
    skipped: skips.skipped,
    remarks: [
      ...failed.map(({ status, name, results = [] }) => {
        const message = results.find(({ error }) => error)?.error?.message;
        return `${status === 'flaky' ? 'flaky' : 'failed'}: ${withCause(name, message)}`;
      }),
      ...errors.map(({ message }) => `failed: ${message?.split('\n')[0] ?? 'Playwright'}`),
      ...skips.remarks,
    ],
  };
}

function allSpecs(suite: PlaywrightSuite): PlaywrightSuite['specs'] {
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
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
