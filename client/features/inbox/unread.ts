import { queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';

export const inboxAddress = '/api/admin/form-submissions';
export const inboxKey = ['admin', 'inbox'] as const;

const answer = async () => (await import('#domain/form-inbox.ts')).inboxPage;

/** The number of unread messages, for the header of every administrator's page. */
export const unreadQuery = queryOptions({
  queryKey: [...inboxKey, 'unread'] as const,
  queryFn: async ({ signal }) => (await request(`${inboxAddress}?limit=1`, answer, { signal })).unread,
});
