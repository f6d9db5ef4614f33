import autocannon from 'autocannon';

export interface Load {
  url: string;
  method?: 'GET' | 'PUT' | 'POST';
  headers?: Record<string, string>;
  /** One body for all requests, or a function that makes each. */
  body?: string | (() => string);
  connections?: number;
  /** Seconds; ignored if `amount` sets the number of requests. */
  duration?: number;
  amount?: number;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
}

/** Loads one URL on loopback. Throws if any response is not a success, because errors can be fast. */
export async function load(options: Load): Promise<LoadResult> {
  const { url, method = 'GET', headers = {}, body, connections = 16, duration = 4, amount } = options;
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration } : { amount }),
    requests: [
      {
        method,
        headers: { origin: new URL(url).origin, 'content-type': 'application/json', ...headers },
        ...(typeof body === 'string' ? { body } : {}),
        ...(typeof body === 'function' ? { setupRequest: (request) => ({ ...request, body: body() }) } : {}),
      },
    ],
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.sent} requests to ${url} failed`);
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 };
}

export function p99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The median of several rounds, with the lowest and the highest. */
export function spread(values: number[]): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)];
  return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
