import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { loadUntilDone } from '#client/lib/load-until-done.ts';
import { whenIdle } from '#client/lib/when-idle.ts';

/**
 * Keeps the signed-in member's record up to date while the component is mounted. The code is a separate chunk,
 * loaded after the page; until it is loaded, pages keep showing what they fetched.
 */
export function useLiveMember(): void {
  const client = useQueryClient();
  const user = useSessionUser();
  const uid = user?.role === 'member' ? user.uid : null;

  useEffect(() => {
    if (uid === null) return;
    let stop: (() => void) | undefined;
    const unmounted = new AbortController();
    const cancel = whenIdle(() => {
      void loadUntilDone(() => import('./follow-member.ts'), unmounted.signal).then((loaded) => {
        stop = loaded?.followMember(client, uid);
      });
    });
    return () => {
      cancel();
      unmounted.abort();
      stop?.();
    };
  }, [client, uid]);
}
