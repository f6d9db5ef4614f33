import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { buildClientIfStale } from './build-client.ts';
import { isCi, packageCommand, root, runCommand } from './run-command.ts';
import { ensureChromium, ensurePostgres, installMissing, optionalPrograms } from './system-packages.ts';
import { readPlaywright, readVitest, summary, type TestResult } from './tally.ts';
import { planTests, type TestPlan } from './test-arguments.ts';

const usage = `Usage: npm test                                everything: checks, build, unit and browser tests
       npm test -- <file or folder> [options]  only the tests there, with what they need
       npm test -- --changed [commit]          unit tests that import what has changed since the commit, or is not committed
       npm run soak [-- <file>]                the long form of the tests that have one; SOAK_MINUTES (60) of load
       npm run soak -- years <number>          so many years from random numbers, or from FIRST_YEAR`;

const [first, ...others] = process.argv.slice(2);
const isSoak = first === '--soak';
if (isSoak && others[0] === 'years') {
  process.env.YEARS = others[1] ?? '10000';
  others.splice(0, 2, 'tests/year.test.ts');
}
const args = isSoak ? (others.length > 0 ? others : longTests()) : process.argv.slice(2);
/** A runner that takes longer hangs: a test that never yields blocks even the runner's own time-out. */
const timeout = isSoak ? undefined : 20 * 60_000;

const plan = planTests(args, root);
if (!plan) {
  console.error(usage);
  process.exit(2);
}
const results: TestResult[] = [];
const times: string[] = [];
try {
  await run(plan, args.length === 0);
} catch (error) {
  fail('test run', error instanceof Error ? error.message : String(error));
}
const { lines, failed } = summary(results, isCi, args.includes('-t'));
console.log(`\n${[...times, ...lines].join('\n')}`);
process.exitCode = failed > 0 ? 1 : 0;

async function run({ unit, browser }: TestPlan, everything: boolean): Promise<void> {
  // First what may need a package manager, so that a missing program is reported immediately.
  const PG_BIN = browser || isSoak ? await ensurePostgres() : process.env.PG_BIN;
  const CHROMIUM_PATH = browser ? await ensureChromium() : undefined;
  if (everything || isSoak) await installMissing(optionalPrograms);
  if (everything) {
    await step('checks', async () => {
      if (await runCommand([process.execPath, 'scripts/check.ts'])) fail('npm run check', 'see above');
    });
  }
  if (everything || browser || isSoak) await step('build', () => buildClientIfStale());
  if (unit) {
    // The long forms measure.
    const alone = isSoak ? ['--no-file-parallelism'] : [];
    const env = { PG_BIN, ...(isSoak && { SOAK: '1' }) };
    const command = packageCommand('vitest', 'run', ...alone, ...unit);
    await step('unit tests', () =>
      runTests(command, env, 'test-results/unit.json', (report: JsonTestResults) => readVitest(report, root)),
    );
  }
  if (browser) {
    const command = packageCommand('playwright', 'test', ...browser);
    await step('browser tests', () =>
      runTests(command, { PG_BIN, CHROMIUM_PATH }, 'test-results/e2e.json', readPlaywright),
    );
  }
}

function longTests(): string[] {
  const files = globSync('{server,tests}/**/*.test.ts', { cwd: root });
  return files.filter((file) => readFileSync(join(root, file), 'utf8').includes('isLongRun')).sort();
}

async function step(name: string, work: () => unknown): Promise<void> {
  console.log(`\n== ${name}`);
  const started = performance.now();
  await work();
  times.push(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

function fail(name: string, why: string): void {
  results.push({ name, status: 'failed', why });
}

/** Runs a test runner that leaves a report in `file`. A run without tests must not look like a successful one. */
async function runTests<Report>(
  command: string[],
  env: NodeJS.ProcessEnv,
  file: string,
  read: (report: Report) => TestResult[],
): Promise<void> {
  const path = join(root, file);
  rmSync(path, { force: true });
  const exitCode = await runCommand(command, { env, timeout });
  const ran = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : [];
  results.push(...ran);
  const mayBeEmpty = command.includes('--changed');
  if (!mayBeEmpty && ran.every(({ status }) => status === 'skipped' || status === 'not run'))
    fail(file, 'no test ran');
  else if (exitCode !== 0 && ran.every(({ status }) => status !== 'failed'))
    fail(file, `the runner ended with ${exitCode}`);
}
