const parameter = 'from';

/** Where to go after signing in: `?from=` if it is a path of this origin, else the dashboard. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get(parameter);
  if (!from?.startsWith('/')) return '/dashboard';
  const url = URL.parse(from, window.location.origin);
  if (url?.origin !== window.location.origin) return '/dashboard';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The `?from=` of an address, to carry it from the login to the registration screen and back. */
export function keepReturnPath(search: string): string {
  const from = new URLSearchParams(search).get(parameter);
  return from ? `?${new URLSearchParams({ [parameter]: from })}` : '';
}
