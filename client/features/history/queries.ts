import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { changesKey } from '#client/lib/query-keys.ts';
import { changesPage } from '#domain/changes.ts';

export function changesQuery(uid?: string) {
  return infiniteQueryOptions({
    queryKey: [...changesKey, uid ?? null] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '30' });
      if (uid) query.set('uid', uid);
      if (pageParam) query.set('cursor', String(pageParam));
      return request(`/api/admin/changes?${query}`, changesPage, { signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    // The stream says when something has changed; nothing becomes stale otherwise.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
