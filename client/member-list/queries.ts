import { membersKey, recordKey, submissionCountsKey } from '#client/lib/admin-keys.ts';
import { listQuery, pagesQuery } from '#client/lib/list-state.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import type { ListView } from '#client/member-ui/filters/list-view.ts';
import { submissionCounts } from '#domain/admin.ts';
import { memberPage } from '#domain/member-list.ts';
import { member } from '#domain/members.ts';

const pageSize = 100;

export function membersQuery(view: ListView) {
  return {
    ...pagesQuery([...membersKey, view], '/api/admin/members', memberPage, { ...view, limit: pageSize }),
    staleTime: untilChanged,
    // Comparing thousands of rows with themselves would take longer than rendering the visible ones.
    structuralSharing: false,
  };
}

export function submissionCountsQuery({ sort: _sort, dir: _dir, ...view }: ListView) {
  // The tabs themselves set these two.
  const filter = { ...view, submitted: true, reviewed: undefined, graded: undefined };
  return readQuery(
    [...submissionCountsKey, filter],
    `/api/admin/submission-counts?${listQuery(filter)}`,
    submissionCounts,
    { staleTime: untilChanged },
  );
}

export function recordQuery(uid: string) {
  return readQuery([...recordKey, uid], `/api/admin/members/${encodeURIComponent(uid)}`, member, {
    staleTime: untilChanged,
  });
}

export function exportAddress(view: ListView, format: 'csv' | 'excel' = 'csv'): string {
  return `/api/admin/members.csv?${listQuery({ ...view, spreadsheet: format === 'excel' || undefined })}`;
}

export function writeAddress({ sort: _sort, dir: _dir, ...filter }: ListView): string {
  return `/admin/messages?${listQuery(filter)}`;
}
