import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const parameter = 'member';
const stay = { preventScrollReset: true };

/** The member whose details are open, as the page's address says: the way back closes them. */
export function useOpenedMember() {
  const [search, setSearch] = useSearchParams();
  const open = useCallback(
    (uid: string) => {
      setSearch((now) => {
        const next = new URLSearchParams(now);
        next.set(parameter, uid);
        return next;
      }, stay);
    },
    [setSearch],
  );
  const close = useCallback(() => {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(parameter);
        return next;
      },
      { ...stay, replace: true },
    );
  }, [setSearch]);
  return { uid: search.get(parameter), open, close };
}
