import { changesKey } from '#client/lib/admin-keys.ts';
import { pagesQuery } from '#client/lib/list-state.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { changesPage } from '#domain/changes.ts';

export function changesQuery(uid?: string) {
  const query = { limit: 30, uid };
  return {
    ...pagesQuery([...changesKey, uid ?? null], '/api/admin/changes', changesPage, query),
    staleTime: untilChanged,
  };
}
