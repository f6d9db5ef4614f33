import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClientIfStale } from './build-client.ts';
import { applyMutation, type Mutation, mutationsOf, sample } from './mutations.ts';
import { projectEnv, root } from './run-command.ts';
import { ensurePostgres } from './system-packages.ts';

const usage = `Usage: npm run mutants -- <file or folder>... [--count 30] [--seed N]

Puts one small fault at a time into a copy of the project and runs the unit tests related to it. A mutant that they
do not notice shows what no test holds.

  --count N   how many mutants, drawn from all that there could be
  --seed N    draws the same ones again`;

interface Mutant extends Mutation {
  file: string;
}

type Verdict = 'killed' | 'timed out' | 'SURVIVED';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const count = Number(values.count);
const seed = Number(values.seed ?? Date.now() % 100_000);
const files = positionals.flatMap(sourceFiles);
if (files.length === 0 || !(count > 0) || !Number.isInteger(seed)) {
  console.error(usage);
  process.exit(2);
}

const PG_BIN = await ensurePostgres();
buildClientIfStale();
const copy = copyProject();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const all = files.flatMap((file) => mutantsIn(file));
const mutants = sample(all, count, seed);
console.log(`${mutants.length} of ${all.length} mutants in ${files.length} files, seed ${seed}`);
const durations = new Map<string, number>();
const survivors: Mutant[] = [];
for (const mutant of mutants) {
  const verdict = judge(mutant);
  console.log(`${verdict.padEnd(9)} ${describe(mutant)}`);
  if (verdict === 'SURVIVED') survivors.push(mutant);
}
const killed = mutants.length - survivors.length;
console.log(
  `\n${killed} of ${mutants.length} killed (${Math.round((killed / mutants.length) * 100)} %), seed ${seed}`,
);
for (const survivor of survivors) console.log(`SURVIVED  ${describe(survivor)}`);

/** The sources that a path of the project names, tests and types apart. */
function sourceFiles(path: string): string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  const found = stats.isDirectory()
    ? globSync('**/*.ts', { cwd: join(root, path) }).map((file) => join(path, file))
    : [path];
  return found.filter((file) => !/\.(?:test|d)\.ts$/.test(file)).sort();
}

function mutantsIn(file: string): Mutant[] {
  return mutationsOf(readFileSync(join(root, file), 'utf8'), file).map((mutation) => ({ ...mutation, file }));
}

/** Somewhere else, so that nothing that happens here can leave a fault in the working tree. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-mutants-'));
  const left = new Set(['node_modules', '.git', 'data', 'screens', 'test-results']);
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(path.slice(root.length + 1)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** First the file's own tests, or those of its folder, which notice most; then all that the file has a part in. */
function judge(mutant: Mutant): Verdict {
  const { file } = mutant;
  const own = file.replace(/\.ts$/, '.test.ts');
  const folder = dirname(file);
  const near = existsSync(join(copy, own)) ? own : `${folder}/`;
  const hasNear = near === own || globSync('*.test.{ts,tsx}', { cwd: join(copy, folder) }).length > 0;
  const commands = [...(hasNear ? [['run', near]] : []), relatedTests(file)];
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  for (const command of commands) {
    const limit = Math.round(durationOf(command)) * 3 + 30_000;
    writeFileSync(path, applyMutation(source, mutant));
    const outcome = runTests(command, limit);
    writeFileSync(path, source);
    if (outcome === 'failed') return 'killed';
    if (outcome === 'timed out') return outcome;
  }
  return 'SURVIVED';
}

/** How long tests take without a fault, in milliseconds. Throws if they fail: they could not tell a fault from that. */
function durationOf(command: string[]): number {
  const key = command.join(' ');
  const known = durations.get(key);
  if (known !== undefined) return known;
  const started = performance.now();
  const outcome = runTests(command, 20 * 60_000, 'inherit');
  // The output is above: a failing test that is not related to any fault is to be mended first.
  if (outcome !== 'passed') throw new Error(`Without any fault, \`vitest ${key}\` ${outcome}.`);
  const duration = performance.now() - started;
  durations.set(key, duration);
  return duration;
}

/** Without those that start programs and processes for minutes: they are about more than one file. */
function relatedTests(file: string): string[] {
  return ['related', file, '--exclude=tests/**', '--exclude=scripts/**', '--exclude=bench/**'];
}

function runTests(
  command: string[],
  limitMs: number,
  output: 'ignore' | 'inherit' = 'ignore',
): 'passed' | 'failed' | 'timed out' {
  const args = [...command, '--run', '--bail=1', '--reporter=dot', '--passWithNoTests'];
  const { status, error } = spawnSync('vitest', args, {
    cwd: copy,
    env: projectEnv({ PG_BIN }),
    stdio: ['ignore', output, output],
    timeout: limitMs,
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return 'timed out';
  if (error) throw error;
  return status === 0 ? 'passed' : 'failed';
}

function describe({ file, line, original, replacement }: Mutant): string {
  const short = (text: string) => (text.length > 50 ? `${text.slice(0, 47)}...` : text).replace(/\s+/g, ' ');
  return `${file}:${line}  ${short(original)}  ->  ${short(replacement)}`;
}
