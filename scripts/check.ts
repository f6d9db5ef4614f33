import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { projectEnv, root } from './run-command.ts';

/** Formatting and lint by Biome, the direction of imports, banned phrases, types by the TypeScript projects. */
const checks = {
  biome: ['biome', 'ci', '.'],
  'import direction': ['node', 'scripts/import-direction.ts'],
  'plain English': ['node', 'scripts/prose.ts'],
  'types of domain/': ['tsc', '-p', 'tsconfig.domain.json'],
  'types of server/, tests/, scripts/, bench/': ['tsc', '-p', 'tsconfig.server.json'],
  'types of client/': ['tsc', '-p', 'tsconfig.client.json'],
  'types of tests of pages': ['tsc', '-p', 'tsconfig.pages.json'],
  'types of client/service-worker/': ['tsc', '-p', 'tsconfig.worker.json'],
};

const diff = ['diff', '--name-only', '--relative', '--diff-filter=d', '-z', 'HEAD'];
// Empty where nothing has changed, and where there is no repository.
const changed =
  spawnSync('git', diff, { cwd: root, encoding: 'utf8' }).stdout?.split('\0').filter(Boolean) ?? [];
const biome = ['biome', 'check', '--no-errors-on-unmatched', '--files-ignore-unknown=true'];
// A fault in a file that was just changed shows within a second, before everything is checked.
const isGood = changed.length === 0 || (await check('changed files', [...biome, ...changed]));
const results = isGood
  ? await Promise.all(Object.entries(checks).map(([name, command]) => check(name, command)))
  : [false];
process.exitCode = results.every((ok) => ok) ? 0 : 1;

/** Runs one check beside the others and prints its output in one piece at its end. */
async function check(name: string, [program = '', ...args]: string[]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(program, args, { cwd: root, env: projectEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<boolean>((done, fail) => {
    child.on('error', fail);
    child.on('exit', (code) => done(code === 0));
  });
  const [ok, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!ok) console.log(output + errors);
  return ok;
}
