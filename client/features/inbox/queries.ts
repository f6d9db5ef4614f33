import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { messageKey, messagesKey } from '#client/lib/admin-keys.ts';
import { reads, request } from '#client/lib/api.ts';
import { listQuery, listState } from '#client/lib/list-state.ts';
import { type InboxFilter, inboxFilter, inboxPage, receivedSubmission } from '#domain/form-inbox.ts';
import { inboxAddress as address } from './unread.ts';

const pageSize = 50;

export const inboxState = listState(inboxFilter);

export function messagesQuery(filter: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: [...messagesKey, filter] as const,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = listQuery({ ...filter, limit: pageSize, cursor: pageParam });
      return request(`${address}?${query}`, inboxPage, { signal });
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function messageQuery(id: string) {
  return queryOptions({
    queryKey: [...messageKey, id] as const,
    queryFn: reads(`${address}/${encodeURIComponent(id)}`, receivedSubmission),
  });
}

export function exportAddress(filter: InboxFilter): string {
  return `${address}.csv?${listQuery(filter)}`;
}
