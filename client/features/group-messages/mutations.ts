import { useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { changePages } from '#client/lib/cache-answer.ts';
import { refetch } from '#client/lib/live-queries.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import {
  type GroupMessage,
  type GroupMessageCorrection,
  type GroupMessagesPage,
  groupMessage,
  type NewGroupMessage,
} from '#domain/group-messages.ts';
import { groupMessagesQuery, messageAddress, messagesAddress } from './queries.ts';

export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewGroupMessage) => request(messagesAddress, groupMessage, { method: 'POST', body }),
    onSuccess: () => refetch(client, [groupMessagesQuery.queryKey]),
  });
}

export function useCorrectMessage(id: string) {
  return useMessageWrite((body: GroupMessageCorrection) =>
    request(messageAddress(id), groupMessage, { method: 'PATCH', body }),
  );
}

export function useWithdrawMessage(id: string) {
  return useMessageWrite(() => request(messageAddress(id), groupMessage, { method: 'DELETE', body: {} }));
}

export function useMoveMessage(id: string) {
  return useMessageWrite((at: string) =>
    request(`${messageAddress(id)}/plan`, groupMessage, { method: 'PUT', body: { at } }),
  );
}

export function useStopEmails(id: string) {
  return useMessageWrite((stopped: boolean) =>
    request(`${messageAddress(id)}/emails`, groupMessage, { method: 'PATCH', body: { stopped } }),
  );
}

/** A write to one message. If it is refused, the list may be outdated. */
function useMessageWrite<Body = void>(mutationFn: (body: Body) => Promise<GroupMessage>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (changed) =>
      changePages<GroupMessagesPage>(client, groupMessagesQuery.queryKey, (page) => ({
        ...page,
        messages: page.messages.map((message) => (message.id === changed.id ? changed : message)),
      })),
    onError: () => refetch(client, [groupMessagesQuery.queryKey]),
  });
}
