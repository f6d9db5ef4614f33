import { useQueryClient } from '@tanstack/react-query';
import { command, request } from '#client/lib/api.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { endedSessions } from '#domain/member-account.ts';
import { signedInDevices } from '#domain/my-account.ts';
import type { PasskeyAnswer } from '#domain/passkeys.ts';

export const devicesQuery = readQuery(['my-devices'], '/api/me/sessions', signedInDevices);

/** A write after which the list of devices is fetched again. */
function useWrite<Answer, Body>(send: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

export function useChangePassword() {
  return useWrite((body: { current: string; password: string }) =>
    command('/api/me/password', { method: 'POST', body }),
  );
}

/** Closes the account. The session has ended then, which the page learns from the server. */
export function useLeave() {
  return useMutation({
    mutationFn: (proof: { password: string } | { passkey: PasskeyAnswer }) =>
      'passkey' in proof
        ? command('/api/me/leave/passkey', { method: 'POST', body: proof.passkey })
        : command('/api/me/leave', { method: 'POST', body: proof }),
  });
}

/** Signs out one device by its id, or all others. */
export function useEndDevices() {
  return useWrite((id: string | null) =>
    request(id === null ? '/api/me/sessions' : `/api/me/sessions/${id}`, endedSessions, {
      method: 'DELETE',
      body: {},
    }),
  );
}
