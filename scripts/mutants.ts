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
import { root, runCommand } from './run-command.ts';
import { ensurePostgres } from './system-packages.ts';

const usage = `Usage: npm run mutants -- <file or folder>... [--count 30] [--seed N]

Puts one small fault at a time into a copy of the project and runs the unit tests near to it: those of its folder,
those that import it, and for the server those of the whole portal. A mutant that they do not notice shows what no
test holds.

  --count N   how many mutants, drawn from all that there could be
  --seed N    draws the same ones again`;

/** The tests that send requests to the whole server in their own process, and so run any part of it. */
const portalTests = globSync(
  'tests/{access,account-changed,bounded-input,caps,log-secrets,no-server-errors,removed-members,untouchable-fields}.test.ts',
  { cwd: root },
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 100_000);
const all = positionals.flatMap(sourceFiles).flatMap(mutantsIn);
const mutants = sample(all, Number(values.count), seed);
if (mutants.length === 0) {
  console.error(usage);
  process.exit(2);
}

process.env.PG_BIN = await ensurePostgres();
buildClientIfStale();
const copy = copyProject();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

console.log(`${mutants.length} of ${all.length} mutants, seed ${seed}`);
/** How long the tests of a file take without a mutant, in milliseconds. */
const durations = new Map<string, number>();
const survivors: string[] = [];
for (const mutant of mutants) {
  const killed = await isKilled(mutant);
  console.log(`${killed ? 'killed  ' : 'SURVIVED'} ${describe(mutant)}`);
  if (!killed) survivors.push(describe(mutant));
}
const killed = mutants.length - survivors.length;
const percent = Math.round((killed / mutants.length) * 100);
console.log(`\n${killed} of ${mutants.length} killed (${percent} %), seed ${seed}`);
for (const survivor of survivors) console.log(survivor);

/** The sources at a path of the project, without tests and type declarations. */
function sourceFiles(path: string): string[] {
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory();
  const found = isFolder ? globSync(join(path, '**/*.ts'), { cwd: root }) : globSync(path, { cwd: root });
  return found.filter((file) => !/\.(?:test|d)\.ts$/.test(file)).sort();
}

interface Mutant extends Mutation {
  file: string;
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

/** Runs the tests of the file's folder first, which kill most mutants, then those further away. */
async function isKilled(mutant: Mutant): Promise<boolean> {
  const { file } = mutant;
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  for (const tests of runsFor(file)) {
    const limitMs = (await durationOf(tests)) * 3 + 30_000;
    writeFileSync(path, applyMutation(source, mutant));
    const passed = await pass(tests, limitMs);
    writeFileSync(path, source);
    if (!passed) return true;
  }
  return false;
}

/** A run that takes longer counts as failed. */
async function pass(tests: string[], limitMs: number): Promise<boolean> {
  return (await runCommand(['vitest', 'run', ...tests], { cwd: copy, quiet: true, limitMs })) === 0;
}

/** The tests of the file's folder, then those that import it directly or through one other file, then the portal's. */
function runsFor(file: string): string[][] {
  const files = globSync('{domain,client,server}/**/*.ts', { cwd: root });
  const users = new Set([file, ...files.filter((other) => importedBy(other).includes(file))]);
  const tests = files.filter((test) => test.endsWith('.test.ts'));
  const beside = tests.filter((test) => dirname(test) === dirname(file));
  const further = tests.filter((test) => importedBy(test).some((name) => users.has(name)));
  const runs = [beside, further.filter((test) => !beside.includes(test))];
  if (file.startsWith('server/')) runs.push(portalTests);
  return runs.filter(({ length }) => length > 0);
}

/** How long tests take without a mutant, in milliseconds. Throws if they fail, since then they prove nothing. */
async function durationOf(tests: string[]): Promise<number> {
  const key = tests.join(' ');
  if (!durations.has(key)) {
    const started = performance.now();
    if (!(await pass(tests, 20 * 60_000))) throw new Error(`Without any fault, ${key} failed.`);
    durations.set(key, performance.now() - started);
  }
  return durations.get(key) ?? 0;
}

function describe({ file, line, original, replacement }: Mutant): string {
  const short = (text: string) => (text.length > 50 ? `${text.slice(0, 47)}...` : text).replace(/\s+/g, ' ');
  return `${file}:${line}  ${short(original)}  ->  ${short(replacement)}`;
}
