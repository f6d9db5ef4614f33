import { type ExecFileException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageCommand, root } from './run-command.ts';

const checks = {
  'format and lint': packageCommand('biome', 'ci', '.'),
  'imports and sizes': [process.execPath, 'scripts/import-direction.ts'],
  'plain English': [process.execPath, 'scripts/prose.ts'],
  'lock file': [process.execPath, 'scripts/lock-file.ts'],
  // All projects that tsconfig.json names.
  types: packageCommand('tsc', '--build'),
};

const results = await Promise.all(Object.entries(checks).map(([name, command]) => check(name, command)));
process.exitCode = results.every((ok) => ok) ? 0 : 1;

/** Runs one check beside the others and prints its output in one piece at its end. */
async function check(name: string, [program = '', ...args]: string[]): Promise<boolean> {
  const started = performance.now();
  const fault = await promisify(execFile)(program, args, { cwd: root, maxBuffer: Infinity }).then(
    () => null,
    ({ stdout = '', message }: ExecFileException) => `${stdout}${message}`,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${fault === null ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (fault !== null) console.log(fault);
  return fault === null;
}
