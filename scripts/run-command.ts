import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

export const isCi = Boolean(process.env.CI) && process.env.CI !== 'false';

/** This environment with the project's programs first on the PATH, including its Node. */
export function projectEnv(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const bin = resolve(root, 'node_modules/.bin');
  return { ...process.env, PATH: [bin, process.env.PATH].join(delimiter), ...extra };
}

interface CommandOptions {
  /** Added to this environment. */
  env?: NodeJS.ProcessEnv;
  /** A command that takes longer is ended. */
  limitMs?: number;
}

/** How long a command may clean up before it is killed. */
const graceMs = 15_000;

/**
 * Runs a command in the project's folder with inherited output, and gives its exit code (128 plus
 * the signal's number if a signal ended it). It reads no input. A signal to end this process is
 * forwarded to the command, so that it can clean up, and then ends this process too.
 */
export async function runCommand(command: string[], options: CommandOptions = {}): Promise<number> {
  const [program = '', ...args] = command;
  let asked: NodeJS.Signals | undefined;
  const handOn = (signal: NodeJS.Signals) => {
    asked = signal;
    child.kill(signal);
  };
  // Before the command can say anything: a signal that found no listener would end this process alone.
  process.on('SIGINT', handOn).on('SIGTERM', handOn);
  const child = spawn(program, args, {
    cwd: root,
    env: projectEnv(options.env),
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group, so that nothing that the command started outlives it.
    detached: true,
  });
  const timers = options.limitMs ? endAfter(child, command, options.limitMs) : [];
  const code = await exitCode(child, program);
  for (const timer of timers) clearTimeout(timer);
  killGroup(child);
  process.off('SIGINT', handOn).off('SIGTERM', handOn);
  if (asked) process.exit(signalCode(asked));
  return code;
}

function endAfter(child: ChildProcess, command: string[], limitMs: number): NodeJS.Timeout[] {
  const end = () => {
    process.stderr.write(`\`${command.join(' ')}\` has not ended within ${limitMs / 60_000} minutes.\n`);
    child.kill('SIGTERM');
  };
  return [setTimeout(end, limitMs), setTimeout(() => killGroup(child), limitMs + graceMs)];
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
