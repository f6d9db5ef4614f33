import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { isCi, projectEnv, root } from './run-command.ts';

/** Formatting and lint by Biome, the direction of imports, banned phrases, types by the TypeScript projects. */
const checks = {
  biome: ['biome', 'ci', '.'],
  'import direction': ['node', 'scripts/import-direction.ts'],
  'plain English': ['node', 'scripts/prose.ts'],
  'types of domain/': ['tsc', '-p', 'tsconfig.domain.json'],
  'types of server/, tests/, scripts/, bench/': ['tsc', '-p', 'tsconfig.server.json'],
  'types of client/': ['tsc', '-p', 'tsconfig.client.json'],
  'types of client/service-worker/': ['tsc', '-p', 'tsconfig.worker.json'],
};

const information = tellDependencies();
const results = await Promise.all(Object.entries(checks).map(([name, command]) => check(name, command)));
process.exitCode = results.every((ok) => ok) ? 0 : 1;
if (await information) console.log(await information);

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

/**
 * The registry's advisories and newer versions. They fail nothing, and are left out in CI, where the result of a commit
 * must not depend on later publications.
 */
async function tellDependencies(): Promise<string> {
  if (isCi) return '';
  const child = spawn('node', ['scripts/dependencies.ts'], {
    cwd: root,
    env: projectEnv(),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 15_000,
  });
  return (await text(child.stdout)).trimEnd();
}
