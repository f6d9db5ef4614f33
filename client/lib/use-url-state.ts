import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';

/** The query string that the router is about to show; null if it is the one in the address. */
let coming: URLSearchParams | null = null;

/**
 * The query string of the page's address, and how to change it. A change starts from the one before it, even if the
 * router has not shown that yet, so that two changes in a row both count.
 */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each query string that is shown is the last one
  useEffect(() => {
    coming = null;
    return () => {
      coming = null;
    };
  }, [search]);
  const update = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, { replace }: { replace: boolean }) => {
      coming = next(new URLSearchParams(coming ?? window.location.search));
      // Another query string is not another page that begins at the top.
      setSearch(coming, { replace, preventScrollReset: true });
    },
    [setSearch],
  );
  return { search, update };
}
