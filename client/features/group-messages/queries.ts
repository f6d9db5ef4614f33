import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { audienceKey, groupMessagesKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { listQuery, pagesQuery } from '#client/lib/list-state.ts';
import {
  type Audience,
  groupMessageAudience,
  groupMessagesPage,
  recipientsPage,
} from '#domain/group-messages.ts';

export const messagesAddress = '/api/admin/messages';

export function messageAddress(id: string): string {
  return `${messagesAddress}/${encodeURIComponent(id)}`;
}

export const groupMessagesQuery = infiniteQueryOptions({
  ...pagesQuery(groupMessagesKey, messagesAddress, groupMessagesPage, {}),
  // Emails are sent without a change in the log.
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ messages }) => messages.some(({ emails }) => emails && emails.waiting > 0))
      ? 5_000
      : false,
});

const audienceAddress = '/api/admin/message-audience';

export function audienceQuery({ filter = { q: '' }, uids }: Audience) {
  const query = uids ? uids.join(' ') : listQuery(filter).toString();
  return queryOptions({
    queryKey: [...audienceKey, query] as const,
    queryFn: ({ signal }) =>
      uids
        ? request(audienceAddress, groupMessageAudience, { signal, method: 'POST', body: { uids } })
        : request(`${audienceAddress}?${query}`, groupMessageAudience, { signal }),
  });
}

export function recipientsQuery(id: string, unreached: boolean) {
  return infiniteQueryOptions({
    queryKey: [...audienceKey, 'of', id, unreached] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      request(
        `${messageAddress(id)}/recipients?${listQuery({ from: pageParam, unreached: unreached || '' })}`,
        recipientsPage,
        { signal },
      ),
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { recipients }) => sum + recipients.length, 0);
      return shown < total ? shown : null;
    },
  });
}
