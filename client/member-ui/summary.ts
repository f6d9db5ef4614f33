import { queryOptions } from '@tanstack/react-query';
import { reads } from '#client/lib/api.ts';
import { summaryKey, untilChanged } from '#client/lib/query-keys.ts';
import { adminSummary } from '#domain/admin.ts';

/** The dashboard's counts, seeded from index.html and refetched when the event stream reports a change. */
export const summaryQuery = queryOptions({
  queryKey: summaryKey,
  queryFn: reads('/api/admin/summary', adminSummary),
  staleTime: untilChanged,
});
