import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

export const isCi = Boolean(process.env.CI) && process.env.CI !== 'false';

/** Programs of the packages, which npm does not link (.npmrc). */
const packagePrograms = {
  biome: '@biomejs/biome/bin/biome',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/** The command of a program, on the Node that runs this one. */
export function packageCommand(program: keyof typeof packagePrograms, ...args: string[]): string[] {
  return [process.execPath, join(root, 'node_modules', packagePrograms[program]), ...args];
}

/**
 * Runs a command in the project's folder with inherited output, and gives its exit code (128 plus
 * the signal's number if a signal ended it). It reads no input. A signal to end this process is
 * forwarded to the command, so that it can clean up, and then ends this process too.
 * @param options `env` is added to this environment; a command that takes longer than `timeout` milliseconds is ended
 */
export async function runCommand(
  command: string[],
  { env, ...options }: Pick<SpawnOptions, 'env' | 'timeout'> = {},
): Promise<number> {
  const [program = '', ...args] = command;
  let asked: NodeJS.Signals | undefined;
  const handOn = (signal: NodeJS.Signals) => {
    asked = signal;
    child.kill(signal);
  };
  // Before the command can say anything: a signal that found no listener would end this process alone.
  process.on('SIGINT', handOn).on('SIGTERM', handOn);
  const child = spawn(program, args, {
    ...options,
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group, so that nothing that the command started outlives it.
    detached: true,
  });
  const code = await exitCode(child, program);
  killGroup(child);
  process.off('SIGINT', handOn).off('SIGTERM', handOn);
  if (asked) process.exit(signalCode(asked));
  if (child.killed) process.stderr.write(`\`${command.join(' ')}\` took too long and was ended.\n`);
  return code;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

function exitCode(child: ChildProcess, program: string): Promise<number> {
  return new Promise((done) => {
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      done(127);
    });
    child.on('exit', (code, signal) => done(code ?? signalCode(signal ?? 'SIGKILL')));
  });
}

function signalCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
