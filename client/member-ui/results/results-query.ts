import { queryOptions } from '@tanstack/react-query';
import { resultsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { resultsView } from '#domain/results-page.ts';

export const resultsQuery = queryOptions({
  queryKey: resultsKey,
  queryFn: ({ signal }) => request('/api/admin/results', resultsView, { signal }),
  staleTime: untilChanged,
  // The emails of a release are sent one after the other, without a change in the log.
  refetchInterval: ({ state: { data } }) => (data && data.emails.waiting > 0 ? 2_000 : false),
});
