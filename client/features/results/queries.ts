import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { outcomeKey, resultKey, resultsKey } from '#client/lib/query-keys.ts';
import { memberOutcome, type ResultPanel, resultPanelAnswer, resultsView } from '#domain/results.ts';

// The stream says when something has changed; nothing becomes stale otherwise.
const staleTime = Number.POSITIVE_INFINITY;

export const resultQuery = queryOptions({
  queryKey: resultKey,
  queryFn: ({ signal }) => request('/api/me/result/panel', resultPanelAnswer, { signal }),
  staleTime,
});

/** The member's released result. Its link, if it has one, is then the page's main action. */
export function useResult(): ResultPanel | null {
  return useQuery(resultQuery).data?.panel ?? null;
}

export const resultsQuery = queryOptions({
  queryKey: resultsKey,
  queryFn: ({ signal }) => request('/api/admin/results', resultsView, { signal }),
  staleTime,
  // The emails of a release are sent one after the other, without a change in the log.
  refetchInterval: ({ state: { data } }) => (data && data.emails.waiting > 0 ? 2_000 : false),
});

export function outcomeQuery(uid: string) {
  return queryOptions({
    queryKey: [...outcomeKey, uid] as const,
    queryFn: ({ signal }) =>
      request(`/api/admin/outcomes/${encodeURIComponent(uid)}`, memberOutcome, { signal }),
    staleTime,
  });
}
