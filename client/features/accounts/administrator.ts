import type { QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#domain/accounts.ts';
import { sessionQuery, useSessionUser } from './queries.ts';

/** The signed-in user, if that is the administrator; else null. */
export function useAdministrator(): SessionUser | null {
  const user = useSessionUser();
  return user?.role === 'administrator' ? user : null;
}

/** The same outside of components. */
export function isAdministrator(client: QueryClient): boolean {
  return client.getQueryData(sessionQuery.queryKey)?.user?.role === 'administrator';
}
