import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { setGuard } from '#tests/helpers/guard.ts';

/** With two cores or more, what is measured runs on the first and the load comes from the others. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined;

interface ServerOptions {
  command: string[];
  env: NodeJS.ProcessEnv;
  /** The address that answers once the server is ready. */
  health: string;
  cwd?: string | undefined;
  /** Keeps the server on the first core. */
  oneCore?: boolean | undefined;
}

/** Runs a server for `work`, once it is ready. It is killed when this process exits. */
export async function withServer<T>(
  { command, env, health, cwd, oneCore }: ServerOptions,
  work: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  const pinned = oneCore && canPin ? ['taskset', '--cpu-list', '0'] : [];
  const [program = '', ...args] = [...pinned, ...command];
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  });
  const guard = setGuard('kill -9 "$1"', [String(child.pid)]);
  const ended = once(child, 'exit');
  try {
    await firstAnswer(child, health);
    return await work(child);
  } finally {
    child.kill('SIGTERM');
    await ended;
    guard.dismiss();
  }
}

/** Throws if the process ends before it answers, or takes more than a minute. */
async function firstAnswer(child: ChildProcess, address: string): Promise<void> {
  const last = performance.now() + 60_000;
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('it ended before it answered');
    if (performance.now() > last) throw new Error('it did not answer within a minute');
    // Asking without a pause would take the other core from the start that is measured.
    await wait(5);
  }
}
