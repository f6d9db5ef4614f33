import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { submissionCounts } from '#domain/admin.ts';
import { changesPage } from '#domain/changes.ts';
import { memberPage } from '#domain/member-list.ts';
import { member } from '#domain/members.ts';
import { type ListView, viewQuery } from './list-view.ts';
import type { LiveRecords } from './live-records.ts';

// The stream says when something has changed; nothing becomes stale otherwise.
const staleTime = Number.POSITIVE_INFINITY;

/** Rows per request. */
const pageSize = 100;

export const membersKey = ['admin', 'members'] as const;

/** A list of members, page by page. */
export function membersQuery(view: ListView) {
  return infiniteQueryOptions({
    queryKey: [...membersKey, view] as const,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = viewQuery(view);
      query.set('limit', String(pageSize));
      if (pageParam) query.set('cursor', pageParam);
      return request(`/api/admin/members?${query}`, memberPage, { signal });
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
    // Comparing thousands of rows with themselves would take longer than rendering the visible ones.
    structuralSharing: false,
  });
}

export const submissionCountsKey = ['admin', 'submission-counts'] as const;

/** The counts on the tabs above the submissions, for the other filters of a view. */
export function submissionCountsQuery({ sort: _sort, dir: _dir, ...view }: ListView) {
  // The tabs themselves set these two.
  const filter = { ...view, submitted: true, reviewed: undefined, graded: undefined };
  return queryOptions({
    queryKey: [...submissionCountsKey, filter] as const,
    queryFn: ({ signal }) =>
      request(`/api/admin/submission-counts?${viewQuery(filter)}`, submissionCounts, { signal }),
    staleTime,
  });
}

export const changesKey = ['admin', 'changes'] as const;

/** Recent changes, newest first; of one member, or of all. */
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
    staleTime,
  });
}

export const recordKey = ['admin', 'member'] as const;

/** A member's complete record, with the position in the log that it includes. */
export function recordQuery(uid: string, records: LiveRecords) {
  return queryOptions({
    queryKey: [...recordKey, uid] as const,
    queryFn: async ({ signal }) => {
      const { seq } = records;
      const record = await request(`/api/admin/members/${encodeURIComponent(uid)}`, member, { signal });
      return { seq, record };
    },
    staleTime,
  });
}
