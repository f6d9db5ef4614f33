import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { logFailure } from '#client/lib/log.ts';

/**
 * Keeps the signed-in member's own record as it is on the server, while the component is there. The stream
 * brings the rules with it, so it is a chunk of its own; without it pages show what they have loaded.
 */
export function useLiveMember(): void {
  const client = useQueryClient();
  const user = useSessionUser();
  const uid = user?.role === 'member' ? user.uid : null;

  useEffect(() => {
    if (uid === null) return;
    let stop: (() => void) | undefined;
    let left = false;
    import('./follow-member.ts')
      .then(({ followMember }) => {
        if (!left) stop = followMember(client, uid);
      })
      .catch((error: unknown) => logFailure('The record is not followed', error));
    return () => {
      left = true;
      stop?.();
    };
  }, [client, uid]);
}
