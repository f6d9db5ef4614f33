import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { sessionKey } from '#client/lib/query-keys.ts';
import { type SessionUser, session } from '#domain/accounts.ts';

/** The session. Seeded from index.html, and refetched whenever the window gets the focus. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => request('/api/session', session, { signal, namesAccount: true }),
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
});

/** The signed-in user, or null. The root route loads the session before any page is rendered. */
export function useSessionUser(): SessionUser | null {
  return useQuery(sessionQuery).data?.user ?? null;
}
