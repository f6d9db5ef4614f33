import { queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { summaryKey, untilChanged } from '#client/lib/query-keys.ts';
import { adminSummary } from '#domain/admin.ts';

/** The dashboard's counts, seeded from index.html and refetched when the event stream reports a change. */
export const summaryQuery = queryOptions({
  queryKey: summaryKey,
  queryFn: ({ signal }) => request('/api/admin/summary', adminSummary, { signal }),
  staleTime: untilChanged,
});
