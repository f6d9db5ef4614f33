import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { buildClientIfStale } from './build-client.ts';
import { isCi, root, runCommand } from './run-command.ts';
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
const limitMs = 20 * 60_000;

interface Step {
  name: string;
  outcome: Outcome;
}

const args = process.argv.slice(2);
const plan = planTests(args, root);
if (!plan) {
  console.error(usage);
  process.exit(2);
}
const steps = await run(plan, args.length === 0).catch((error: unknown): Step[] => {
  console.error(error instanceof Error ? error.message : error);
  return [{ name: 'test run', outcome: oneFailed }];
});
report(steps);

async function run({ unit, browser }: TestPlan, everything: boolean): Promise<Step[]> {
  // First what may need a package manager, so that a missing program is reported at once.
  const PG_BIN = browser ? await ensurePostgres() : process.env.PG_BIN;
  const CHROMIUM_PATH = browser ? await ensureTestBrowser() : undefined;
  if (everything) await installMissing(optionalPrograms);
  const steps: Step[] = [];
  if (everything) steps.push(await check());
  if (everything || browser) steps.push(build());
  const isBuilt = steps.at(-1)?.outcome.failed === 0;
  if (unit) {
    const command = ['vitest', 'run', ...unit];
    const count = (report: JsonTestResults) => tallyVitest(report, root, isCi);
    steps.push(await runner('unit tests', command, { PG_BIN }, 'test-results/unit.json', count));
  }
  if (browser && isBuilt) {
    const command = ['playwright', 'test', ...browser];
    const count = (report: JSONReport) => tallyPlaywright(report, isCi);
    const env = { PG_BIN, CHROMIUM_PATH };
    steps.push(await runner('browser tests', command, env, 'test-results/e2e.json', count));
  }
  return steps;
}

async function check(): Promise<Step> {
  heading('checks');
  const exitCode = await runCommand(['node', 'scripts/check.ts']);
  return { name: 'checks', outcome: exitCode === 0 ? noTests : oneFailed };
}

function build(): Step {
  heading('build');
  try {
    console.log(buildClientIfStale() ? 'Built.' : 'Built from these files before.');
    return { name: 'build', outcome: noTests };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name: 'build', outcome: oneFailed };
  }
}

/** A step that runs tests and leaves a report of them in `file`. */
async function runner<Report>(
  name: string,
  command: string[],
  env: NodeJS.ProcessEnv,
  file: string,
  count: (report: Report) => Outcome,
): Promise<Step> {
  heading(name);
  const path = join(root, file);
  rmSync(path, { force: true });
  const exitCode = await runCommand(command, { env, limitMs });
  const counted = existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  return { name, outcome: judgeRun(exitCode, counted, command.includes('--changed')) };
}

function heading(name: string): void {
  console.log(`\n== ${name}`);
}

/** The last lines: each step, each test that did not pass or did not run, and the total. */
function report(steps: Step[]): void {
  console.log();
  for (const { name, outcome } of steps) {
    console.log(`${outcome.failed > 0 ? 'FAILED' : 'ok    '} ${name}`);
    for (const remark of outcome.remarks) console.log(`       ${remark}`);
  }
  console.log(tallyLine(steps.map(({ outcome }) => outcome)));
  process.exitCode = steps.some(({ outcome }) => outcome.failed > 0) ? 1 : 0;
}
