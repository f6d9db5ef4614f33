import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches data again because it has changed. Invalidating alone would only wait for a first request that is under way,
 * which may be older than the change.
 */
export async function fetchNewer(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(first.map(({ promise }) => promise));
  await client.invalidateQueries({ queryKey });
}
