import { infiniteQueryOptions } from '@tanstack/react-query';
import { changesKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { listQuery } from '#client/lib/list-state.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { changesPage } from '#domain/changes.ts';

export function changesQuery(uid?: string) {
  return infiniteQueryOptions({
    queryKey: [...changesKey, uid ?? null] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = listQuery({ limit: 30, uid, cursor: pageParam || undefined });
      return request(`/api/admin/changes?${query}`, changesPage, { signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: untilChanged,
  });
}
