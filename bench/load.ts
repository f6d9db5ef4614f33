import autocannon, { type Options } from 'autocannon';

interface Load extends Options {
  headers?: Record<string, string>;
  /** Makes the body of each request. */
  newBody?: () => string;
}

/**
 * Loads one URL on loopback, with 16 connections for 4 seconds unless told. Throws if any response is not a success,
 * because errors can be fast. Latencies are in milliseconds.
 */
export async function load({ method = 'GET', headers, newBody, ...options }: Load) {
  const { origin } = new URL(options.url);
  const request = {
    method,
    headers: { origin, 'content-type': 'application/json', ...headers },
    ...(newBody && { setupRequest: (request: object) => ({ ...request, body: newBody() }) }),
  };
  // Seconds, for a busy machine; what is too slow shows in the figures.
  const defaults = { connections: 16, duration: 4, timeout: 60 };
  const result = await autocannon({ ...defaults, ...options, requests: [request] });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.sent} requests to ${options.url} failed`);
  return { perSecond: result.requests.total / result.duration, latency: result.latency };
}
