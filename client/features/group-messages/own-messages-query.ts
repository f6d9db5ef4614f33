import { queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { ownMessagesKey } from '#client/lib/query-keys.ts';
import { ownMessages } from '#domain/group-messages.ts';

/** The messages on the signed-in member's dashboard, seeded from its HTML. */
export const ownMessagesQuery = queryOptions({
  queryKey: ownMessagesKey,
  queryFn: ({ signal }) => request('/api/me/messages', ownMessages, { signal }),
  staleTime: 10_000,
});
