import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import type { SessionUser } from '#domain/accounts.ts';

/** The session's schema, loaded with the first response: the first paint does not need it. */
export const sessionRule = async () => (await import('#domain/accounts.ts')).session;

/** The session. Seeded from index.html, and refetched whenever the window gets the focus. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request('/api/session', sessionRule, { signal }),
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
});

/** The signed-in user, or null. The root route loads the session before any page is rendered. */
export function useSessionUser(): SessionUser | null {
  return useQuery(sessionQuery).data?.user ?? null;
}
