import { queryOptions } from '@tanstack/react-query';
import { seasonsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { listQuery, pagesQuery } from '#client/lib/list-state.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { memberPage } from '#domain/member-list.ts';
import { clubMemberList, pastMembers, pastRecord, seasonList, seasonRehearsal } from '#domain/seasons.ts';

export const seasonsAddress = '/api/admin/seasons';
export const clubAddress = '/api/admin/club-members';

export const seasonsQuery = queryOptions({
  ...readQuery(seasonsKey, seasonsAddress, seasonList),
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
  const query = listQuery({ q, sort: 'fullName', dir: 'asc', limit: 8 });
  return {
    ...readQuery([...seasonsKey, 'matching', q], `/api/admin/members?${query}`, memberPage),
    enabled: q !== '',
  };
}

export function clubQuery(season: string) {
  return readQuery(
    [...seasonsKey, 'club', season],
    `${clubAddress}?${listQuery({ season })}`,
    clubMemberList,
  );
}

export type PastList = 'members' | 'messages';

export function pastQuery(season: string, list: PastList, q: string) {
  return pagesQuery([...seasonsKey, season, list, q], `${seasonsAddress}/${season}/${list}`, pastMembers, {
    q,
  });
}

export function recordQuery(season: string, list: PastList, id: string) {
  return readQuery(
    [...seasonsKey, season, list, 'one', id],
    `${seasonsAddress}/${season}/${list}/${encodeURIComponent(id)}`,
    pastRecord,
  );
}
