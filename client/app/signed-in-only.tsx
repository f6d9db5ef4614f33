import { Navigate, Outlet, useLocation } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { loginPath } from '#domain/pages.ts';

/** Redirects to the login screen when the session ends while a guarded page is open. */
export function SignedInOnly() {
  const user = useSessionUser();
  const location = useLocation();
  return user ? <Outlet /> : <Navigate to={loginPath(location)} replace />;
}
