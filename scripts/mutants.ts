import {
  cpSync,
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
import { importedBy } from './import-direction.ts';
import { applyMutation, type Mutation, mutationsOf, sample } from './mutations.ts';
import { root } from './run-command.ts';
import { ensurePostgres } from './system-packages.ts';
import { startWarmTests } from './warm-tests.ts';

const usage = `Usage: npm run mutants -- <file or folder>... [--count 30] [--seed N]

Puts one small fault at a time into a copy of the project and runs the unit tests near to it: its own, those of its
folder, those that import it, and for the server those of the whole portal. A mutant that they do not notice shows
what no test holds.

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

process.env.PG_BIN = await ensurePostgres();
buildClientIfStale();
const copy = copyProject();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const all = files.flatMap((file) => mutantsIn(file));
const mutants = sample(all, count, seed);
console.log(`${mutants.length} of ${all.length} mutants in ${files.length} files, seed ${seed}`);
const near = await startWarmTests(copy);
/** How long each test file takes without a mutant, in milliseconds. */
const durations = new Map<string, number>();
/** The files that each unit test imports. */
const unitTests = new Map(
  globSync('{domain,client,server}/**/*.test.ts', { cwd: root }).map((test) => [test, importedBy(test)]),
);
/** The tests that send requests to the whole server in their own process, and so run any part of it. */
const portalTests = [
  'access',
  'account-changed',
  'caps',
  'log-secrets',
  'no-server-errors',
  'removed-members',
]
  .concat('bounded-input', 'untouchable-fields')
  .map((name) => `tests/${name}.test.ts`);
const survivors: Mutant[] = [];
for (const mutant of mutants) {
  const verdict = await judge(mutant);
  console.log(`${verdict.padEnd(9)} ${describe(mutant)}`);
  if (verdict === 'SURVIVED') survivors.push(mutant);
}
await near.close();
const killed = mutants.length - survivors.length;
console.log(
  `\n${killed} of ${mutants.length} killed (${Math.round((killed / mutants.length) * 100)} %), seed ${seed}`,
);
for (const survivor of survivors) console.log(`SURVIVED  ${describe(survivor)}`);

/** The sources at a path of the project, without tests and type declarations. */
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

/** A copy elsewhere, so that no mutant can remain in the working tree. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdc-mutants-'));
  const left = new Set(['node_modules', '.git', 'data', 'screens', 'test-results']);
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(path.slice(root.length + 1)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs the file's own tests first, which kill most mutants, then those further away. */
async function judge(mutant: Mutant): Promise<Verdict> {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  for (const tests of runsFor(mutant.file)) {
    const limit = (await durationOf(tests)) * 3 + 30_000;
    writeFileSync(path, applyMutation(source, mutant));
    near.changed(mutant.file);
    const outcome = await near.run(tests, limit);
    writeFileSync(path, source);
    near.changed(mutant.file);
    if (outcome === 'failed') return 'killed';
    if (outcome === 'timed out') return outcome;
  }
  return 'SURVIVED';
}

/**
 * The tests of the file, those in its folder, those that import it, directly or through one other file, and those of the
 * whole portal. Each test is in one of the runs.
 */
function runsFor(file: string): string[][] {
  const users = new Set([file, ...importersOf(file)]);
  const all = [...unitTests.keys()];
  const runs = [
    all.filter((test) => test === file.replace(/\.ts$/, '.test.ts')),
    testsAround(dirname(file), all),
    all.filter((test) => unitTests.get(test)?.some((name) => users.has(name))),
    file.startsWith('server/') ? portalTests : [],
  ];
  return runs
    .map((run, index) => run.filter((test) => !runs.slice(0, index).flat().includes(test)))
    .filter(({ length }) => length > 0);
}

/** The tests of a folder, or of the nearest one above it that has any: nothing imports a migration by its name. */
function testsAround(folder: string, all: readonly string[]): string[] {
  const found = all.filter((test) => dirname(test) === folder);
  return found.length > 0 || folder === '.' ? found : testsAround(dirname(folder), all);
}

function importersOf(file: string): string[] {
  return globSync('{domain,client,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((other) => !other.includes('.test.'))
    .filter((other) => importedBy(other).includes(file));
}

/** How long tests take without a mutant, in milliseconds. Throws if they fail, since then they prove nothing. */
async function durationOf(tests: string[]): Promise<number> {
  const unknown = tests.filter((test) => !durations.has(test));
  if (unknown.length > 0) {
    const started = performance.now();
    const outcome = await near.run(unknown, 20 * 60_000);
    if (outcome !== 'passed') throw new Error(`Without any fault, ${unknown.join(' ')} ${outcome}.`);
    for (const test of unknown) durations.set(test, (performance.now() - started) / unknown.length);
  }
  return tests.reduce((sum, test) => sum + (durations.get(test) ?? 0), 0);
}

function describe({ file, line, original, replacement }: Mutant): string {
  const short = (text: string) => (text.length > 50 ? `${text.slice(0, 47)}...` : text).replace(/\s+/g, ' ');
  return `${file}:${line}  ${short(original)}  ->  ${short(replacement)}`;
}
