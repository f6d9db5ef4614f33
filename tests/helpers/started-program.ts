import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { setGuard } from './guard.ts';

/** A program in a separate process, which never outlives this one. */
export interface StartedProgram {
  readonly child: ChildProcess;
  /** Both outputs so far. */
  printed(): string;
  /** Resolves when the condition holds. Throws, with the output, if the program ends first or it takes a minute. */
  until(condition: () => unknown): Promise<void>;
  /** Resolves when it has ended. Throws if that takes longer than 15 seconds. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

interface StartOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  /** A folder that is removed if this process ends without ending the program. */
  folder?: string;
}

/** Generous, because the machine may be busy; the benchmark measures start-up time. */
const holdsWithin = 110_000;
const endsWithin = 15_000;

export function startProgram(
  command: string,
  args: string[],
  { folder = '', ...options }: StartOptions = {},
): StartedProgram {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  // Asked first: nginx, killed, would leave its workers.
  const script = 'kill -TERM "$1"; sleep 1; kill -9 "$1"; rm -rf "$2"';
  const dismissGuard = setGuard(script, [String(child.pid), folder]);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      printed += data.toString();
    });
  }
  const closed = once(child, 'close');
  // Another program that it started may hold its outputs open.
  const ended = once(child, 'exit')
    .then(() => Promise.race([closed, wait(1_000, null, { ref: false })]))
    .finally(dismissGuard);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  return {
    child,
    printed: () => printed,
    async until(condition) {
      const deadline = Date.now() + holdsWithin;
      while (!(await condition())) {
        if (hasEnded()) throw new Error(`${command} ended before it was ready.\n${printed}`);
        if (Date.now() > deadline) {
          child.kill('SIGKILL');
          throw new Error(`${command} was not ready within ${holdsWithin} ms.\n${printed}`);
        }
        await wait(25);
      }
    },
    async end(signal) {
      child.kill(signal);
      const late = new AbortController();
      const limit = wait(endsWithin, 'late', { signal: late.signal }).catch(() => {});
      const first = await Promise.race([ended, limit]);
      late.abort();
      if (first !== 'late') return;
      child.kill('SIGKILL');
      await ended;
      throw new Error(`${command} did not end within ${endsWithin} ms of ${signal}.\n${printed}`);
    },
  };
}
