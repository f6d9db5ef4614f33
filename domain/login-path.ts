/** Kept free of schemas: the first paint loads it. */

/** The address of the login screen that leads back to `location` after signing in. */
export function loginPath(location: { pathname: string; search: string; hash?: string }): string {
  const from = `${location.pathname}${location.search}${location.hash ?? ''}`;
  return from === '/' || from === '/dashboard' ? '/login' : `/login?from=${encodeURIComponent(from)}`;
}
