import { outcomeKey } from '#client/lib/admin-keys.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { memberOutcome } from '#domain/results.ts';

export function outcomeQuery(uid: string) {
  return readQuery([...outcomeKey, uid], `/api/admin/outcomes/${encodeURIComponent(uid)}`, memberOutcome, {
    staleTime: untilChanged,
  });
}
