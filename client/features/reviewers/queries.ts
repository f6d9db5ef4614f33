import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { reviewersKey } from '#client/lib/admin-keys.ts';
import { command, request } from '#client/lib/api.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { invitationLink, reviewerList } from '#domain/reviewers.ts';

const address = '/api/admin/reviewers';

export const reviewersQuery = queryOptions({
  queryKey: reviewersKey,
  queryFn: ({ signal }) => request(address, reviewerList, { signal }),
  staleTime: untilChanged,
});

/** A write that ends with the list fetched again. */
function useWrite<Answer, Body>(send: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: reviewersKey }),
  });
}

/** Makes an invitation, whose link is not kept in the cache. */
export function useInvite() {
  return useWrite(async (email: string) => ({
    ...(await request(address, invitationLink, { method: 'POST', body: { email } })),
    email,
  }));
}

export function useRevoke() {
  return useWrite((id: string) => command(`/api/admin/invitations/${id}`, { method: 'DELETE', body: {} }));
}

export function useEndRole() {
  return useWrite((uid: string) =>
    command(`${address}/${encodeURIComponent(uid)}`, { method: 'DELETE', body: {} }),
  );
}
