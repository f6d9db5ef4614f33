import { Pool } from 'undici';
import { percentile } from './row.ts';

interface Load {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  /** Makes the body of each request. */
  newBody?: () => string;
  connections?: number;
  /** In seconds; without effect if an amount is given. */
  duration?: number;
  /** How many requests to send. */
  amount?: number;
}

/**
 * Loads one URL on loopback, with 16 connections for 4 seconds by default. Throws if any response is not a success,
 * because errors can be fast. Latencies are in milliseconds.
 */
export async function load({ url, method = 'GET', headers, newBody, ...options }: Load) {
  const { connections = 16, duration = 4, amount = Number.POSITIVE_INFINITY } = options;
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections });
  const sent = { origin, 'content-type': 'application/json', ...headers };
  const started = performance.now();
  const end = Number.isFinite(amount) ? Number.POSITIVE_INFINITY : started + duration * 1_000;
  const latencies: number[] = [];
  let left = amount;
  let failed = 0;

  async function useConnection(): Promise<void> {
    while (left > 0 && performance.now() < end) {
      left -= 1;
      const begun = performance.now();
      const body = newBody?.() ?? null;
      const response = await pool.request({ path: `${pathname}${search}`, method, headers: sent, body });
      await response.body.dump();
      latencies.push(performance.now() - begun);
      if (response.statusCode < 200 || response.statusCode > 299) failed += 1;
    }
  }

  await Promise.all(Array.from({ length: connections }, useConnection));
  const seconds = (performance.now() - started) / 1_000;
  await pool.close();
  if (failed > 0) throw new Error(`${failed} of ${latencies.length} requests to ${url} failed`);
  return { perSecond: latencies.length / seconds, p99: percentile(latencies, 0.99) };
}
