import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The query string of the page's address, and how to change it. A change is on the screen immediately, since no loader is
 * asked (`app/router.tsx`): what the address holds needs no second place.
 */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const update = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams) =>
      // Another query string is not another page that begins at the top.
      setSearch(next(new URLSearchParams(window.location.search)), {
        replace: true,
        preventScrollReset: true,
        flushSync: true,
      }),
    [setSearch],
  );
  return { search, update };
}

/** A query string with another value of a parameter, or without it. */
export function withParameter(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
