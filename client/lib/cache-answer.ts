import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

/** Replaces cached data with what a write returned. A fetch under way is cancelled, because it may be older. */
export async function cacheAnswer<T>(client: QueryClient, queryKey: QueryKey, answer: T): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
}

/** Changes the loaded pages of lists, whose rows keep their places. */
export function changePages<Page>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (page: Page) => Page,
): void {
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey },
    (list) => list && { ...list, pages: list.pages.map(change) },
  );
}
