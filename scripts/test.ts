import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientIfStale } from './build-client.ts';
import { isCi, root, runCommand } from './run-command.ts';
import { ensureOptionalPackages, ensurePostgres, ensureTestBrowser } from './system-packages.ts';
import {
  addUp,
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
       npm test -- unit [Vitest's arguments]
       npm test -- e2e [Playwright's arguments]`;

/** A runner that takes longer hangs: a test that never yields blocks even the runner's own time-out. */
const limitMs = 30 * 60_000;

const results = join(root, 'test-results');

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
  const PG_BIN = await ensurePostgres();
  const CHROMIUM_PATH = browser && (await ensureTestBrowser());
  if (everything) await ensureOptionalPackages();
  const steps: Step[] = [];
  if (everything) steps.push(await check());
  // Browser tests and the tests that start the program use the build, which must be current.
  const built = build();
  steps.push(built);
  const runs: Promise<Step>[] = [];
  if (unit) {
    // Beside the browser tests, one process for each core of a small machine keeps both busy.
    const command = ['vitest', 'run', ...(browser ? ['--maxWorkers=2'] : []), ...unit];
    const count = (report: unknown) => tallyVitest(report, root, isCi);
    runs.push(runner({ name: 'unit tests', command, env: { PG_BIN }, report: 'unit.json', count }));
  }
  if (browser && built.outcome.failed === 0) {
    const command = ['playwright', 'test', ...browser];
    const count = (report: unknown) => tallyPlaywright(report, isCi);
    const env = { PG_BIN, CHROMIUM_PATH };
    const log = unit && 'e2e.log';
    runs.push(runner({ name: 'browser tests', command, env, report: 'e2e.json', count, log }));
  }
  steps.push(...(await Promise.all(runs)));
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

interface Runner {
  name: string;
  command: string[];
  env: NodeJS.ProcessEnv;
  /** The file in test-results/ where the runner leaves its results. */
  report: string;
  count: (report: unknown) => Outcome;
  /** The file in test-results/ for the output of a runner beside another one. It is printed at the end. */
  log?: string | undefined;
}

/** A step that runs tests. */
async function runner({ name, command, env, report: file, count, log }: Runner): Promise<Step> {
  if (!log) heading(name);
  mkdirSync(results, { recursive: true });
  const path = join(results, file);
  rmSync(path, { force: true });
  const logFile = log && join(results, log);
  const exitCode = await runCommand(command, { env, limitMs, ...(logFile && { logFile }) });
  if (logFile) {
    heading(name);
    console.log(readFileSync(logFile, 'utf8'));
  }
  const counted = existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  return { name, outcome: judgeRun(exitCode, counted) };
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
  const total = addUp(steps.map((step) => step.outcome));
  console.log(tallyLine(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}
