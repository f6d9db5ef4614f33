import { useSessionUser } from '#client/features/accounts/queries.ts';
import type { SessionUser } from '#domain/accounts.ts';

/** The signed-in user, if that is the administrator; else null. */
export function useAdministrator(): SessionUser | null {
  const user = useSessionUser();
  return user?.role === 'administrator' ? user : null;
}
