import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { seasonsKey } from '#client/lib/admin-keys.ts';
import { reads, request } from '#client/lib/api.ts';
import { listQuery } from '#client/lib/list-state.ts';
import { memberPage } from '#domain/member-list.ts';
import { clubMemberList, pastMembers, pastRecord, seasonList, seasonRehearsal } from '#domain/seasons.ts';

export const seasonsAddress = '/api/admin/seasons';
export const clubAddress = '/api/admin/club-members';

export const seasonsQuery = queryOptions({
  queryKey: seasonsKey,
  queryFn: ({ signal }) => request(seasonsAddress, seasonList, { signal }),
  // While records are still being moved.
  refetchInterval: (query) => (query.state.data?.ending ? 2_000 : false),
});

export const rehearsalQuery = queryOptions({
  queryKey: [...seasonsKey, 'rehearsal'],
  queryFn: ({ signal }) =>
    request(`${seasonsAddress}/rehearse`, seasonRehearsal, { method: 'POST', body: {}, signal }),
});

/** A few members of this season, to tick. */
export function matchingQuery(q: string) {
  return queryOptions({
    queryKey: [...seasonsKey, 'matching', q],
    queryFn: reads(
      `/api/admin/members?${listQuery({ q, sort: 'fullName', dir: 'asc', limit: 8 })}`,
      memberPage,
    ),
    enabled: q !== '',
  });
}

export function clubQuery(season: string) {
  return queryOptions({
    queryKey: [...seasonsKey, 'club', season],
    queryFn: reads(`${clubAddress}?${listQuery({ season })}`, clubMemberList),
  });
}

export type PastList = 'members' | 'messages';

export function pastQuery(season: string, list: PastList, q: string) {
  return infiniteQueryOptions({
    queryKey: [...seasonsKey, season, list, q],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      request(`${seasonsAddress}/${season}/${list}?${listQuery({ q, cursor: pageParam })}`, pastMembers, {
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function recordQuery(season: string, list: PastList, id: string) {
  return queryOptions({
    queryKey: [...seasonsKey, season, list, 'one', id],
    queryFn: reads(`${seasonsAddress}/${season}/${list}/${encodeURIComponent(id)}`, pastRecord),
  });
}
