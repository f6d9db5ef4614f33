import { useCallback } from 'react';
import { useUrlState } from '#client/lib/use-url-state.ts';

const parameter = 'member';

/** The member whose details are open, from the page's address: Back closes them. */
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
  /** The address of the same page with a member's details open. */
  const addressOf = useCallback(
    (uid: string) => {
      const named = new URLSearchParams(search);
      named.set(parameter, uid);
      return `?${named}`;
    },
    [search],
  );
  return { uid: search.get(parameter), addressOf, open, close };
}
