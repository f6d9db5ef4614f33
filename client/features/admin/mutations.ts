import { useQueryClient } from '@tanstack/react-query';
import { startSession } from '#client/features/accounts/mutations.ts';
import { request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { session } from '#domain/accounts.ts';

/** Signs in as the administrator; a member's valid credentials are refused like wrong ones. */
export function useAdminSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      request('/api/admin/sign-in', session, { method: 'POST', body }),
    onSuccess: (answer) => startSession(client, answer),
  });
}
