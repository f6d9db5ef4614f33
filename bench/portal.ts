import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/helpers/free-port.ts';
import { setGuard } from '#tests/helpers/guard.ts';
import { nodeFlags, processVariables } from '../scripts/node-flags.ts';
import { makeSeededPortal } from '../scripts/seed-members.ts';
import { onCore } from './load.ts';

export interface BenchPortal {
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
}

export interface BenchPortalOptions {
  /** The portal alone, unless told to start as an operator does, or another program with the same variables. */
  script?: string;
  /** Scratch data with this many generated members and the administrator. */
  members?: number;
  /** Existing data, which stays. */
  dataDir?: string;
  variables?: Record<string, string>;
  /** Keeps the process on one core. */
  core?: 0 | 1;
}

const password = 'bench-administrator';

/**
 * Runs `work` on a portal with rate limits off, once it has responded, and ends it. It is killed when this process
 * exits.
 */
export async function withPortal<T>(
  { members = 0, dataDir, ...options }: BenchPortalOptions,
  work: (portal: BenchPortal) => Promise<T>,
): Promise<T> {
  if (dataDir) return withProcess(dataDir, options, work);
  return withData(members, (folder) => withProcess(folder, options, work));
}

/** Runs `work` on a data folder with made-up members, and deletes it. */
export async function withData<T>(members: number, work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  try {
    if (members > 0) await makeSeededPortal(dataDir, members);
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function withProcess<T>(
  dataDir: string,
  { script = 'server/main.ts', variables, core }: BenchPortalOptions,
  work: (portal: BenchPortal) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const pinned = core === undefined ? [] : onCore(core);
  const [program = '', ...args] = [...pinned, process.execPath, ...nodeFlags, script];
  const started = performance.now();
  const child = spawn(program, args, {
    env: {
      ...processVariables,
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      PORTAL_URL: url,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: password,
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const guard = setGuard('kill -9 "$1"', [String(child.pid)]);
  const ended = once(child, 'exit');
  try {
    await firstAnswer(child, `${url}/api/ready`);
    return await work({
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
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
    guard.dismiss();
  }
}

async function memoryOf(child: ChildProcess, which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return (Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
}

/** Waits until `address` answers. Throws if the process ends before, or takes more than a minute. */
export async function firstAnswer(child: ChildProcess, address: string): Promise<void> {
  const last = performance.now() + 60_000;
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('it ended before it answered');
    if (performance.now() > last) throw new Error('it did not answer within a minute');
    // Asking without a pause would take the other core from the start that is measured.
    await wait(5);
  }
}

/** Posts `body` to sign in or register. @returns the session cookies, formatted for a request's Cookie header */
export async function cookieFrom(address: string, body: object): Promise<string> {
  const { origin, pathname } = new URL(address);
  const answer = await send(origin, '', 'POST', pathname, body);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** A session of the administrator. */
export function administratorCookie(url: string): Promise<string> {
  return cookieFrom(`${url}/api/admin/sign-in`, { email: 'admin@sdc.example', password });
}

/** Sends a request as the page of a signed-in account would. Throws unless it succeeds. */
export async function send(
  url: string,
  cookie: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: url, ...(cookie && { Cookie: cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
