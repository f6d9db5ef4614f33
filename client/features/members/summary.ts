import { queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';

/** The dashboard's counts, seeded from index.html and refetched when the event stream reports a change. */
export const summaryQuery = queryOptions({
  queryKey: ['admin', 'summary'],
  queryFn: ({ signal }) =>
    request('/api/admin/summary', async () => (await import('#domain/admin.ts')).adminSummary, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
