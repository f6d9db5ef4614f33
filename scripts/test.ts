import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { buildClientIfStale } from './build-client.ts';
import { isCi, packageCommand, root, runCommand } from './run-command.ts';
import { ensurePostgres, ensureTestBrowser, installMissing, optionalPrograms } from './system-packages.ts';
import {
  judgeRun,
  noTests,
  type Outcome,
  oneFailed,
  tallyLine,
  tallyPlaywright,
  tallyVitest,
} from './tally.ts';
import { planTests, type TestPlan } from './test-arguments.ts';

const usage = `Usage: npm test                                everything: checks, build, unit and browser tests
       npm test -- <file or folder> [options]  only the tests there, with what they need
       npm test -- --changed [commit]          unit tests that import what has changed since the commit, or is not committed`;

/** A runner that takes longer hangs: a test that never yields blocks even the runner's own time-out. */
const timeout = 20 * 60_000;

interface Step {
  name: string;
  outcome: Outcome;
  seconds: number;
}

const args = process.argv.slice(2);
const plan = planTests(args, root);
if (!plan) {
  console.error(usage);
  process.exit(2);
}
const steps: Step[] = [];
await run(plan, args.length === 0).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  steps.push({ name: 'test run', outcome: oneFailed, seconds: 0 });
});
report();

async function run({ unit, browser }: TestPlan, everything: boolean): Promise<void> {
  // First what may need a package manager, so that a missing program is reported at once.
  const PG_BIN = browser ? await ensurePostgres() : process.env.PG_BIN;
  const CHROMIUM_PATH = browser ? await ensureTestBrowser() : undefined;
  if (everything) await installMissing(optionalPrograms);
  if (everything) await step('checks', check);
  if (everything || browser) await step('build', build);
  const isBuilt = steps.at(-1)?.outcome.failed === 0;
  if (unit) {
    const command = packageCommand('vitest', 'run', ...unit);
    const count = (report: JsonTestResults) => tallyVitest(report, root, isCi);
    await step('unit tests', () => runTests(command, { PG_BIN }, 'test-results/unit.json', count));
  }
  if (browser && isBuilt) {
    const command = packageCommand('playwright', 'test', ...browser);
    const count = (report: JSONReport) => tallyPlaywright(report, isCi);
    const env = { PG_BIN, CHROMIUM_PATH };
    await step('browser tests', () => runTests(command, env, 'test-results/e2e.json', count));
  }
}

async function step(name: string, work: () => Outcome | Promise<Outcome>): Promise<void> {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const outcome = await work();
  steps.push({ name, outcome, seconds: (performance.now() - started) / 1000 });
}

async function check(): Promise<Outcome> {
  const exitCode = await runCommand([process.execPath, 'scripts/check.ts']);
  return exitCode === 0 ? noTests : oneFailed;
}

function build(): Outcome {
  try {
    console.log(buildClientIfStale() ? 'Built.' : 'Built from these files before.');
    return noTests;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return oneFailed;
  }
}

/** Runs a test runner that leaves a report in `file`. */
async function runTests<Report>(
  command: string[],
  env: NodeJS.ProcessEnv,
  file: string,
  count: (report: Report) => Outcome,
): Promise<Outcome> {
  const path = join(root, file);
  rmSync(path, { force: true });
  const exitCode = await runCommand(command, { env, timeout });
  const counted = existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  return judgeRun(exitCode, counted, command.includes('--changed'));
}

/** The last lines: each step with its time, each test that did not pass or did not run, and the total. */
function report(): void {
  console.log();
  for (const { name, outcome, seconds } of steps) {
    console.log(`${outcome.failed > 0 ? 'FAILED' : 'ok    '} ${name} (${seconds.toFixed(0)} s)`);
    for (const remark of outcome.remarks) console.log(`       ${remark}`);
  }
  console.log(tallyLine(steps.map(({ outcome }) => outcome)));
  process.exitCode = steps.some(({ outcome }) => outcome.failed > 0) ? 1 : 0;
}
