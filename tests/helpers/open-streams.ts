import type { Portal } from './portal.ts';

/** Starts a portal with these settings to read how many event streams it has open. */
export const metricsEnv = { METRICS_TOKEN: 'a token only for tests' };

/** How many event streams the portal has open. */
export async function openStreams({ url }: Pick<Portal, 'url'>): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsEnv.METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const count = /^portal_live_streams (\d+)$/m.exec(text)?.[1];
  if (count === undefined) throw new Error(`/metrics does not name portal_live_streams:\n${text}`);
  return Number(count);
}
