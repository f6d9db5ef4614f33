import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure, command } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { signedOut, startSession } from '#client/session/mutations.ts';
import { sessionQuery } from '#client/session/queries.ts';

/** Whether a mailed reset link is dead. False if that cannot be found out: sending the form then shows it. */
export async function isResetLinkDead(token: string): Promise<boolean> {
  try {
    await command('/api/auth/check-reset-link', { method: 'POST', body: { token } });
    return false;
  } catch (error) {
    return error instanceof ApiFailure && error.code === 'INVALID_TOKEN';
  }
}

export const useResetPassword = () =>
  useEndSessions<{ token: string; newPassword: string }>('/api/auth/reset-password');

/** Takes back a change of email address. */
export const useRestoreEmail = () => useEndSessions<{ token: string }>('/api/auth/restore-email');

/** For what ends all sessions on the server, too. */
function useEndSessions<Body>(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => command(path, { method: 'POST', body }),
    onSuccess: () => startSession(client, signedOut),
  });
}

/** Confirms an email address. The session is fetched again, because it may hold the request to confirm it. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string }) => command('/api/auth/confirm-email', { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}
