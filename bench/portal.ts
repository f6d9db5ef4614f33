import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/helpers/free-port.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { nodeFlags, processVariables } from '../scripts/node-flags.ts';
import { makeSeededPortal } from '../scripts/seed-members.ts';
import { withServer } from './server-process.ts';

export interface BenchPortal {
  url: string;
  dataDir: string;
  /** Peak resident memory since `markMemory`, from the kernel, in megabytes (10^6 bytes). */
  peakMemory(): Promise<number>;
  /** Resets the peak. @returns the current resident memory, in megabytes */
  markMemory(): Promise<number>;
  /** Milliseconds from process start to the first response. */
  startTime: number;
}

interface BenchPortalOptions {
  /** Another program with the same variables. */
  script?: string;
  /** Scratch data with this many generated members and the administrator. */
  members?: number;
  /** Existing data, which stays. */
  dataDir?: string;
  variables?: Record<string, string>;
  /** Keeps the process on one core. */
  oneCore?: boolean;
}

export const administratorPassword = 'bench-administrator';

/** Runs `work` on a portal as an operator starts it, but with rate limits off, and ends it. */
export function withPortal<T>(
  { members = 0, dataDir, ...options }: BenchPortalOptions,
  work: (portal: BenchPortal) => Promise<T>,
): Promise<T> {
  if (dataDir) return withProcess(dataDir, options, work);
  return withData(members, (folder) => withProcess(folder, options, work));
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** Runs `work` on a data folder with made-up members, and deletes it. */
export function withData<T>(members: number, work: (dataDir: string) => Promise<T>): Promise<T> {
  return withFolder(async (dataDir) => {
    if (members > 0) await makeSeededPortal({ dataDir }, members);
    return work(dataDir);
  });
}

async function withProcess<T>(
  dataDir: string,
  { script = 'scripts/start.ts', variables, oneCore }: BenchPortalOptions,
  work: (portal: BenchPortal) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = [process.execPath, ...nodeFlags, script];
  const env = {
    ...processVariables,
    DATA_DIR: dataDir,
    PORT: String(port),
    PORTAL_URL: url,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: administratorPassword,
    ...variables,
  };
  const started = performance.now();
  return withServer({ command, env, health: `${url}/api/ready`, oneCore }, ({ pid }) => {
    async function memory(which: 'VmRSS' | 'VmHWM'): Promise<number> {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return (Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
    }
    return work({
      url,
      dataDir,
      startTime: performance.now() - started,
      peakMemory: () => memory('VmHWM'),
      async markMemory() {
        // Writing 5 resets the kernel's peak counter (proc(5)).
        await writeFile(`/proc/${pid}/clear_refs`, '5');
        return memory('VmRSS');
      },
    });
  });
}

/** Posts `body` to sign in or register. @returns the session cookies, formatted for a request's Cookie header */
export async function cookieFrom(url: string, path: string, body: object): Promise<string> {
  return cookieIn(await ask(url, { method: 'POST', path, body }));
}

/** Registers a member. @returns the session cookies, formatted for a request's Cookie header */
export function memberCookie(url: string): Promise<string> {
  return cookieFrom(url, '/api/register', newRegistration());
}

export function cookieIn({ headers }: Response): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

/** A session of the administrator. */
export function administratorCookie(url: string): Promise<string> {
  const credentials = { email: 'admin@sdc.example', password: administratorPassword };
  return cookieFrom(url, '/api/admin/sign-in', credentials);
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Sends a request as a page would. Throws unless it succeeds. */
export async function ask(url: string, { method, path, headers, body }: ApiRequest): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
