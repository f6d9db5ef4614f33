import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Replaces cached data with what a write returned. A fetch under way is cancelled, because it may be older. */
export async function cacheAnswer<T>(client: QueryClient, queryKey: QueryKey, answer: T): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
}
