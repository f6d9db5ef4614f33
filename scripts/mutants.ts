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
import { applyMutation, type Mutation, mutationsOf } from './mutations.ts';
import { root, runCommand } from './run-command.ts';
import { ensurePostgres } from './system-packages.ts';

const usage = `Usage: npm run mutants -- <file or folder>... [--count 30] [--seed N]

Puts one small fault at a time into a copy of the project and runs the unit tests of its folder, then those that import
it. A mutant that they do not notice shows what no test holds.

  --count N   how many mutants, sampled from all that there could be
  --seed N    the same sample again`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '30' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 100_000);
const all = positionals.flatMap(sourceFiles).flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  return mutationsOf(source, file).map((mutation) => ({ file, source, mutation }));
});
const count = Math.min(Number(values.count), all.length);
if (!(count > 0)) {
  console.error(usage);
  process.exit(2);
}

process.env.PG_BIN = await ensurePostgres();
buildClientIfStale();
// A copy elsewhere, so that no mutant can remain in the working tree.
const copy = mkdtempSync(join(tmpdir(), 'sdc-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const left = new Set(['node_modules', '.git', 'data', 'screens', 'test-results']);
cpSync(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length + 1)) });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

/** The runs that pass without a fault. */
const sound = new Set<string>();
const survivors: string[] = [];
for (let turn = 0; turn < count; turn += 1) {
  const mutant = all[(Math.floor((turn * all.length) / count) + seed) % all.length];
  if (!mutant) continue;
  const killed = await isKilled(mutant);
  const line = mutant.source.slice(0, mutant.mutation.start).split('\n').length;
  const described = `${mutant.file}:${line}  ->  ${mutant.mutation.replacement.slice(0, 80)}`;
  console.log(`${killed ? 'killed  ' : 'SURVIVED'} ${described}`);
  if (!killed) survivors.push(described);
}
const killed = count - survivors.length;
console.log(`\n${killed} of ${count} killed (${Math.round((killed / count) * 100)} %), seed ${seed}`);
for (const survivor of survivors) console.log(survivor);

/** The sources at a path of the project, without tests and type declarations. */
function sourceFiles(path: string): string[] {
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory();
  const found = globSync(isFolder ? join(path, '**/*.ts') : path, { cwd: root });
  return found.filter((file) => !/\.(?:test|d)\.ts$/.test(file)).sort();
}

/** Throws if the tests fail without the fault, since then they prove nothing. */
async function isKilled({ file, source, mutation }: { file: string; source: string; mutation: Mutation }) {
  for (const tests of [
    ['run', dirname(file), '--passWithNoTests'],
    ['related', '--run', file],
  ]) {
    const key = tests.join(' ');
    if (!sound.has(key) && !(await pass(tests))) throw new Error(`Without any fault, ${key} failed.`);
    sound.add(key);
    writeFileSync(join(copy, file), applyMutation(source, mutation));
    const passed = await pass(tests);
    writeFileSync(join(copy, file), source);
    if (!passed) return true;
  }
  return false;
}

/** A run that hangs counts as failed. */
async function pass(tests: string[]): Promise<boolean> {
  const command = ['vitest', ...tests, '--bail', '1'];
  return (await runCommand(command, { cwd: copy, quiet: true, limitMs: 20 * 60_000 })) === 0;
}
