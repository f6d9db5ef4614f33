import { queryOptions } from '@tanstack/react-query';
import { outcomeKey } from '#client/lib/admin-keys.ts';
import { reads } from '#client/lib/api.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { memberOutcome } from '#domain/results.ts';

export function outcomeQuery(uid: string) {
  return queryOptions({
    queryKey: [...outcomeKey, uid] as const,
    queryFn: reads(`/api/admin/outcomes/${encodeURIComponent(uid)}`, memberOutcome),
    staleTime: untilChanged,
  });
}
