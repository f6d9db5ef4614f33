import { summaryKey, untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { adminSummary } from '#domain/admin.ts';

/** The dashboard's counts, seeded from index.html and refetched when the event stream reports a change. */
export const summaryQuery = readQuery(summaryKey, '/api/admin/summary', adminSummary, {
  staleTime: untilChanged,
});
