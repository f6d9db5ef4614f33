import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * What stands behind the question mark of the page's address, and how to change it. A change goes on from the address
 * as it is, not as it was when the page was drawn: of two changes shortly one after the other, both count.
 */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  const update = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, { replace }: { replace: boolean }) =>
      // What an address adds is no other page to begin at the top of.
      setSearch(next(new URLSearchParams(window.location.search)), { replace, preventScrollReset: true }),
    [setSearch],
  );
  return { search, update };
}
