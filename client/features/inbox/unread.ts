import { queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { unreadKey } from '#client/lib/query-keys.ts';
import { unreadMessages } from '#domain/unread.ts';

export const inboxAddress = '/api/admin/form-submissions';

export const unreadQuery = queryOptions({
  queryKey: unreadKey,
  queryFn: async ({ signal }) =>
    (await request(`${inboxAddress}?limit=1`, unreadMessages, { signal })).unread,
});
