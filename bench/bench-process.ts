import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '#tests/helpers/free-port.ts';
import { setGuard } from '#tests/helpers/guard.ts';
import { nodeFlags, threadPool } from '../scripts/node-flags.ts';
import { onCore } from './load.ts';

export interface BenchProcess {
  url: string;
  dataDir: string;
  /** Resident memory, in megabytes (10^6 bytes). */
  memory(): Promise<number>;
  /** Peak resident memory since `markMemory`, from the kernel, in megabytes. */
  peakMemory(): Promise<number>;
  /** Resets the peak. @returns the current memory, in megabytes */
  markMemory(): Promise<number>;
  /** Milliseconds from process start to the first response. */
  startTime: number;
  stop(): Promise<void>;
}

/**
 * Starts `script` as a portal on scratch data (or the given data) with rate limits off and these extra variables, and
 * waits for its first response. It is killed when this process exits.
 * @param options.core keeps the process on one core
 */
export async function startProcess(
  script: string,
  existing?: string,
  variables: Record<string, string> = {},
  { core }: { core?: 0 | 1 } = {},
): Promise<BenchProcess> {
  const dataDir = existing ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const [program = process.execPath, ...leading] = [
    ...(core === undefined ? [] : onCore(core)),
    process.execPath,
  ];
  const child = spawn(program, [...leading, ...nodeFlags, script], {
    env: {
      ...threadPool,
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      PORTAL_URL: url,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: 'bench-administrator',
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const guard = setGuard('kill -9 "$1"', [String(child.pid)]);
  child.once('exit', () => guard.dismiss());
  await firstAnswer(child, url);
  return {
    url,
    dataDir,
    startTime: performance.now() - started,
    memory: () => memoryOf(child, 'VmRSS'),
    peakMemory: () => memoryOf(child, 'VmHWM'),
    async markMemory() {
      // Writing 5 resets the kernel's peak counter (proc(5)).
      await writeFile(`/proc/${child.pid}/clear_refs`, '5');
      return memoryOf(child, 'VmRSS');
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      if (!existing) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function memoryOf(child: ChildProcess, which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const kilobytes = new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

async function firstAnswer(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the portal ended before it answered');
    const answer = await fetch(`${url}/api/ready`).catch(() => null);
    if (answer?.ok) return;
    // Asking without a pause would take the other core from the start that is measured.
    await setTimeout(5);
  }
}
