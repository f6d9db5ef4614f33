import { z } from 'zod';

/** How many tests, as one line at the end of `npm test` says it. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** What a step counts for that runs no tests and went well. */
export const noTests: Tally = { passed: 0, failed: 0, skipped: 0 };
/** What any step counts for that went wrong without saying how often. */
export const oneFailed: Tally = { passed: 0, failed: 1, skipped: 0 };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/** Counts Vitest's JSON report. A file that failed outside its tests (while loading, say) counts as one failure. */
export function tallyVitest(report: unknown): Tally {
  const parsed = vitestReport.parse(report);
  const brokenFiles = parsed.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + brokenFiles.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/**
 * Counts Playwright's JSON report. A test that passed only at its second try counts as passed, and the run names
 * it as flaky (docs/decisions/0015).
 */
export function tallyPlaywright(report: unknown): Tally {
  const { stats } = playwrightReport.parse(report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * What a test runner's run counts for: its report, but at least one failure if it ended badly, left no report
 * or executed no test. A run that tests nothing must not look like one that found nothing.
 */
export function judgeRun(exitCode: number, counted: Tally | undefined): Tally {
  if (!counted) return oneFailed;
  const nothingRan = counted.passed + counted.failed === 0;
  const unexplained = exitCode !== 0 && counted.failed === 0;
  return nothingRan || unexplained ? { ...counted, failed: 1 } : counted;
}

export function addUp(tallies: Tally[]): Tally {
  return tallies.reduce(
    (sum, next) => ({
      passed: sum.passed + next.passed,
      failed: sum.failed + next.failed,
      skipped: sum.skipped + next.skipped,
    }),
    noTests,
  );
}

export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
