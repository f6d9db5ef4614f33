import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { logFailure } from '#client/lib/log.ts';

/**
 * Keeps the signed-in member's record up to date while the component is mounted. The code is a separate chunk,
 * loaded after the page; if it cannot be loaded, pages keep showing what they fetched.
 */
export function useLiveMember(): void {
  const client = useQueryClient();
  const user = useSessionUser();
  const uid = user?.role === 'member' ? user.uid : null;

  useEffect(() => {
    if (uid === null) return;
    let stop: (() => void) | undefined;
    let unmounted = false;
    import('./follow-member.ts')
      .then(({ followMember }) => {
        if (!unmounted) stop = followMember(client, uid);
      })
      .catch((error: unknown) => logFailure('Live updates could not be loaded', error));
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [client, uid]);
}
