import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { loginPath } from '#domain/pages.ts';

/** Redirects to the login screen when the session ends while a guarded page is open. */
export function SignedInOnly() {
  const user = useSessionUser();
  const location = useLocation();
  const { state } = useNavigation();
  if (user) return <Outlet />;
  // Signing out opens the login page itself: a redirect would bring the next person who signs in to this page.
  if (state === 'loading') return null;
  return <Navigate to={loginPath(location)} replace />;
}
