import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The query string of the page's address, and how to change it. A change starts from the present address and not from
 * the one that was rendered, so that two changes in a row both count.
 */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const update = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, { replace }: { replace: boolean }) =>
      // Another query string is not another page that begins at the top.
      setSearch(next(new URLSearchParams(window.location.search)), { replace, preventScrollReset: true }),
    [setSearch],
  );
  return { search, update };
}
