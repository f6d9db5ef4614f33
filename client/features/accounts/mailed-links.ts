import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure, command } from '#client/lib/api.ts';
import { isLostConnection } from '#client/lib/reconnect.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { signedOut, startSession } from '#client/session/mutations.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { usedBefore } from './link-texts.ts';

/** Whether a mailed reset link is dead. False if that cannot be found out: sending the form then shows it. */
export async function isResetLinkDead(token: string): Promise<boolean> {
  try {
    await command('/api/auth/check-reset-link', { method: 'POST', body: { token } });
    return false;
  } catch (error) {
    return isInvalidToken(error);
  }
}

/** Ends all sessions on the server, too. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMailedLink<{ token: string; newPassword: string }>('/api/auth/reset-password', () =>
    startSession(client, signedOut),
  );
}

/** Undoes a change of email address. Ends all sessions on the server, too. */
export function useRestoreEmail() {
  const client = useQueryClient();
  return useMailedLink('/api/auth/restore-email', () => startSession(client, signedOut));
}

/** Reopens an account that its owner left. Nobody is signed in by it. */
export function useReturn() {
  return useMailedLink('/api/account/return', () => undefined);
}

/** Confirms an email address. The session is fetched again, because it may hold the request to confirm it. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMailedLink('/api/auth/confirm-email', () =>
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  );
}

/** Uses a link up. If the first answer is lost, the link is refused the next time, and the failure says why. */
function useMailedLink<Body extends { token: string }>(path: string, onSuccess: () => unknown) {
  const wasLost = useRef(false);
  return useMutation({
    mutationFn: async (body: Body) => {
      try {
        await command(path, { method: 'POST', body });
      } catch (error) {
        if (wasLost.current && isInvalidToken(error))
          throw new ApiFailure(error.status, 'USED_BEFORE', usedBefore);
        wasLost.current ||= isLostConnection(error);
        throw error;
      }
    },
    onSuccess,
  });
}

/** A mailed link is used, out of date or made up. */
export function isInvalidToken(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === 'INVALID_TOKEN';
}
