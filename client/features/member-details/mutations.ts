import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { recordQuery } from '#client/member-list/queries.ts';
import type { MemberCorrection } from '#domain/corrections.ts';
import { memberExtension } from '#domain/dates.ts';
import { endedSessions, mailsSentAgain, membersRemoved, resetLink } from '#domain/member-account.ts';
import { member } from '#domain/members.ts';
import { extensionQuery } from './queries.ts';

function addressOf(uid: string, action = ''): string {
  return `/api/admin/members/${encodeURIComponent(uid)}${action}`;
}

/** A write to one member, after which everything that it makes outdated is fetched again. */
function useMemberAction<Answer, Body>(
  uid: string,
  send: (body: Body) => Promise<Answer>,
  onSuccess?: (client: QueryClient, answer: Answer) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      onSuccess?.(client, answer);
      refetchAfter(client, { topic: 'account', uid });
    },
  });
}

export function useCorrectMember(uid: string) {
  return useMemberAction(
    uid,
    (body: MemberCorrection) => request(addressOf(uid), member, { method: 'PATCH', body }),
    (client, corrected) => client.setQueryData(recordQuery(uid).queryKey, corrected),
  );
}

/** Extends the deadline for the member; null ends that. */
export function useExtendDeadline(uid: string) {
  return useMemberAction(
    uid,
    (until: string | null) =>
      request(addressOf(uid, '/extension'), memberExtension, { method: 'PUT', body: { until } }),
    (client, extension) => client.setQueryData(extensionQuery(uid).queryKey, extension),
  );
}

/** Makes a reset link. It is not kept in the cache. */
export function useResetLink(uid: string) {
  return useMemberAction(uid, () =>
    request(addressOf(uid, '/reset-link'), resetLink, { method: 'POST', body: {} }),
  );
}

export function useSendAgain(uid: string) {
  return useMemberAction(uid, () =>
    request(addressOf(uid, '/refused-mails'), mailsSentAgain, { method: 'POST', body: {} }),
  );
}

export function useEndSessions(uid: string) {
  return useMemberAction(uid, () =>
    request(addressOf(uid, '/end-sessions'), endedSessions, { method: 'POST', body: {} }),
  );
}

/** Removes the member; `confirm` is the name as it was typed. The live event may end the page of the member before the answer. */
export function useRemoveMember(uid: string, onRemoved: () => void) {
  return useMemberAction(
    uid,
    (confirm: string) => request(addressOf(uid), membersRemoved, { method: 'DELETE', body: { confirm } }),
    onRemoved,
  );
}
