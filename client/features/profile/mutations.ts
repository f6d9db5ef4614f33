import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { cacheMember } from '#client/features/members/queries.ts';
import { currentValues, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { member } from '#domain/members.ts';
import type { Profile } from '#domain/profile.ts';

/** Saves the seven profile fields, and updates the name and email of the session. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Profile & { version: string }) =>
      request('/api/me/profile', member, { method: 'PATCH', body }),
    onError: async (error) => {
      const current = currentValues(error, member);
      if (current) await cacheMember(client, current);
    },
    onSuccess: async (saved) => {
      await cacheMember(client, saved);
      const known = client.getQueryData(sessionQuery.queryKey)?.user?.email;
      client.setQueryData(sessionQuery.queryKey, (session) =>
        session?.user?.uid === saved.uid
          ? { user: { ...session.user, displayName: saved.fullName, email: saved.email } }
          : session,
      );
      // Another address is not confirmed: the session tells whether to ask for that.
      if (known !== saved.email) await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
