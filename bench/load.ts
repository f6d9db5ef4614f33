import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

const run = promisify(execFile);
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** With two cores or more, what is measured runs on the first and the load comes from the second. */
const canPin = availableParallelism() > 1 && has('taskset');

/** The start of a command line that keeps a program on one core. */
export function onCore(core: 0 | 1): string[] {
  return canPin ? ['taskset', '--cpu-list', String(core)] : [];
}

const hasWrk = has('wrk');
/** autocannon needs more of a processor than wrk, so their figures must not be compared. */
export const generatorName = hasWrk ? 'wrk (autocannon where every body is new)' : 'autocannon';

export interface Load {
  url: string;
  method?: 'GET' | 'PUT' | 'POST' | 'PATCH';
  headers?: Record<string, string>;
  /** Bodies sent in turn, or a function that makes a new one for each request. */
  body?: string[] | (() => string);
  connections?: number;
  /** Seconds; ignored if `amount` sets the number of requests. */
  duration?: number;
  amount?: number;
}

interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
}

/** Loads one URL on loopback. Throws if any response is not a success, because errors can be fast. */
export function load(options: Load): Promise<LoadResult> {
  const byWrk = hasWrk && options.amount === undefined && typeof options.body !== 'function';
  return byWrk ? loadByWrk(options) : loadByAutocannon(options);
}

async function loadByAutocannon(options: Load): Promise<LoadResult> {
  const { url, method = 'GET', connections = 16, duration = 4, amount, body } = options;
  const nextBody = typeof body === 'function' ? body : cycle(body);
  const result = await autocannon({
    url,
    connections,
    // Seconds, for a busy machine; what is too slow shows in the figures.
    timeout: 60,
    ...(amount === undefined ? { duration } : { amount }),
    requests: [
      {
        method,
        headers: headersOf(options),
        ...(nextBody && { setupRequest: (request) => ({ ...request, body: nextBody() }) }),
      },
    ],
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.sent} requests to ${url} failed`);
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 };
}

function cycle(bodies: string[] | undefined): (() => string) | undefined {
  let turn = 0;
  return (
    bodies &&
    (() => {
      turn += 1;
      return bodies[turn % bodies.length] ?? '';
    })
  );
}

async function loadByWrk(options: Load): Promise<LoadResult> {
  const { url, connections = 16, duration = 4 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-wrk-'));
  try {
    const script = join(folder, 'requests.lua');
    await writeFile(script, requestsInLua(options));
    const [program = 'wrk', ...leading] = [...onCore(1), 'wrk'];
    const settings = [
      '--threads',
      '1',
      '--connections',
      `${connections}`,
      '--duration',
      `${duration}s`,
      '--timeout',
      '60s',
    ];
    const { stdout } = await run(program, [...leading, ...settings, '--latency', '--script', script, url]);
    return readWrk(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function requestsInLua(options: Load): string {
  const { method = 'GET', body } = options;
  const bodies = typeof body === 'object' ? body : [];
  const headers = Object.entries(headersOf(options)).map(
    ([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`,
  );
  return `
wrk.method = ${quoted(method)}
${headers.join('\n')}
local bodies, turn = { ${bodies.map(quoted).join(', ')} }, 0
function request()
  turn = turn + 1
  return wrk.format(nil, nil, nil, bodies[turn % math.max(#bodies, 1) + 1])
end`;
}

/** A string in Lua: JSON writes what it cannot in the same way, but for \\u, which no request here contains. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Throws if wrk counted errors. */
export function readWrk(output: string): LoadResult {
  const errors = /^\s*(?:Socket errors|Non-2xx).*$/m.exec(output);
  if (errors) throw new Error(`wrk: ${errors[0].trim()}`);
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(output)?.[1]);
  const [, time, unit] = /^\s+99%\s+([\d.]+)(us|ms|s|m)$/m.exec(output) ?? [];
  const factor = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit ?? ''] ?? Number.NaN;
  return { perSecond, p99: Number(time) * factor };
}

function headersOf({ url, headers }: Load): Record<string, string> {
  return { origin: new URL(url).origin, 'content-type': 'application/json', ...headers };
}
