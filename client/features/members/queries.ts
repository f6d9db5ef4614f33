import { queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { member } from '#domain/members.ts';

/** The signed-in member's own record. Fails with code MEMBER_NOT_FOUND where the account has none. */
export const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => request('/api/me', member, { signal }),
  staleTime: 10_000,
});
