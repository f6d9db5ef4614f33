import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientIfStale } from './build-client.ts';
import { root, runCommand } from './run-command.ts';
import { ensureChromium, ensurePostgres } from './system-packages.ts';
import {
  addUp,
  judgeRun,
  noTests,
  oneFailed,
  type Tally,
  tallyLine,
  tallyPlaywright,
  tallyVitest,
} from './tally.ts';

const usage = `Usage: npm test                           everything: checks, build, unit and browser tests
       npm test -- unit [Vitest's arguments]      the tests beside the code
       npm test -- e2e [Playwright's arguments]   the browser tests in tests/e2e`;

/** A runner that takes longer hangs: a test that never yields keeps even the runner's own time-out from coming. */
const limitMs = 30 * 60_000;

interface Step {
  name: string;
  tally: Tally;
}

const [suite = 'all', ...passedOn] = process.argv.slice(2);
const suites: Record<string, () => Promise<Step[]>> = {
  all: runAll,
  unit: async () => [build(), await unit(passedOn)],
  e2e: async () => withBuild(() => browser(passedOn)),
};
const run = suites[suite];
if (!run) {
  console.error(usage);
  process.exit(2);
}
const steps = await run().catch((error: unknown): Step[] => {
  console.error(error instanceof Error ? error.message : error);
  return [{ name: 'test run', tally: oneFailed }];
});
const total = addUp(steps.map((step) => step.tally));

console.log();
for (const { name, tally } of steps) console.log(`${tally.failed > 0 ? 'FAILED' : 'ok    '} ${name}`);
console.log(tallyLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

async function runAll(): Promise<Step[]> {
  // First what may take a package manager, so that a machine that lacks something says so at once.
  await ensurePostgres();
  await ensureChromium();
  const checked = await check();
  const built = build();
  const steps = [checked, built, await unit([])];
  if (built.tally.failed === 0) steps.push(await browser([]));
  return steps;
}

/** The browser tests look at what was built; without a build they would test an old one. */
async function withBuild(work: () => Promise<Step>): Promise<Step[]> {
  const built = build();
  return built.tally.failed > 0 ? [built] : [built, await work()];
}

async function check(): Promise<Step> {
  heading('checks');
  const exitCode = await runCommand(['node', 'scripts/check.ts']);
  return { name: 'checks', tally: exitCode === 0 ? noTests : oneFailed };
}

function build(): Step {
  heading('build');
  try {
    console.log(buildClientIfStale() ? 'Built.' : 'Built from these files before.');
    return { name: 'build', tally: noTests };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name: 'build', tally: oneFailed };
  }
}

async function unit(args: string[]): Promise<Step> {
  const PG_BIN = await ensurePostgres();
  const command = ['vitest', 'run', ...args];
  return runner('unit tests', command, { PG_BIN }, 'test-results/unit.json', tallyVitest);
}

async function browser(args: string[]): Promise<Step> {
  const PG_BIN = await ensurePostgres();
  const CHROMIUM_PATH = await ensureChromium();
  const command = ['playwright', 'test', ...args];
  return runner(
    'browser tests',
    command,
    { PG_BIN, CHROMIUM_PATH },
    'test-results/e2e.json',
    tallyPlaywright,
  );
}

/** A step that runs tests and leaves a report of them in `file`. */
async function runner(
  name: string,
  command: string[],
  env: NodeJS.ProcessEnv,
  file: string,
  count: (report: unknown) => Tally,
): Promise<Step> {
  heading(name);
  const report = join(root, file);
  rmSync(report, { force: true });
  const exitCode = await runCommand(command, { env, limitMs });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  return { name, tally: judgeRun(exitCode, counted) };
}

function heading(name: string): void {
  console.log(`\n== ${name}`);
}
