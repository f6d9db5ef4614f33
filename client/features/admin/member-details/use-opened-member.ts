import { useCallback } from 'react';
import { useUrlState } from '../use-url-state.ts';

const parameter = 'member';

/** The member whose details are open, as the page's address says: the way back closes them. */
export function useOpenedMember() {
  const { search, update } = useUrlState();
  const open = useCallback(
    (uid: string) => {
      const named = (now: URLSearchParams) => {
        now.set(parameter, uid);
        return now;
      };
      update(named, { replace: false });
    },
    [update],
  );
  const close = useCallback(() => {
    const unnamed = (now: URLSearchParams) => {
      now.delete(parameter);
      return now;
    };
    update(unnamed, { replace: true });
  }, [update]);
  return { uid: search.get(parameter), open, close };
}
