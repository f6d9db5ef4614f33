import type { SessionUser } from '#domain/accounts.ts';
import { useSessionUser } from './queries.ts';

/** The signed-in user, if that is the administrator; else null. */
export function useAdministrator(): SessionUser | null {
  const user = useSessionUser();
  return user?.role === 'administrator' ? user : null;
}
