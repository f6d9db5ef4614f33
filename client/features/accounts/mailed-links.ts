import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure, command } from '#client/lib/api.ts';
import { isLostConnection } from '#client/lib/reconnect.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { signedOut, startSession } from '#client/session/mutations.ts';
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

/** The server has ended all sessions of the account. */
export function endSession(client: QueryClient): void {
  startSession(client, signedOut);
}

/** Uses a link up. If the first answer is lost, the link is refused the next time, and the failure says why. */
export function useMailedLink<Body extends { token: string }>(
  path: string,
  onSuccess?: (client: QueryClient) => unknown,
) {
  const client = useQueryClient();
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
    onSuccess: () => onSuccess?.(client),
  });
}

/** A mailed link is used, out of date or made up. */
export function isInvalidToken(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === 'INVALID_TOKEN';
}
