import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { inboxKey, messagesKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { cacheAnswer, changePages } from '#client/lib/cache-answer.ts';
import { refetch } from '#client/lib/live-queries.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import {
  allReadAnswer,
  type InboxPage,
  type MessageMark,
  type ReceivedSubmission,
  receivedSubmission,
} from '#domain/form-inbox.ts';
import { messageQuery } from './queries.ts';
import { inboxAddress, unreadQuery } from './unread.ts';

/** Marks a message as read or as answered, or takes a mark back. It keeps its place wherever it is shown. */
export function useMarkMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, mark }: { message: ReceivedSubmission; mark: MessageMark }) =>
      request(`${inboxAddress}/${encodeURIComponent(message.id)}`, receivedSubmission, {
        method: 'PATCH',
        body: mark,
      }),
    onSuccess: (answer) => cacheMessage(client, answer),
    onSettled: () => refetch(client, [unreadQuery.queryKey]),
  });
}

/** Sends an answer to a message. */
export function useAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      request(`${inboxAddress}/${encodeURIComponent(id)}/answer`, receivedSubmission, {
        method: 'POST',
        body: { text },
      }),
    onSuccess: (answer) => cacheMessage(client, answer),
    onSettled: () => refetch(client, [unreadQuery.queryKey]),
  });
}

/** Shows a message as it is now, in the list and by itself. */
async function cacheMessage(client: QueryClient, answer: ReceivedSubmission): Promise<void> {
  const { id, readAt, answeredAt } = answer;
  changePages<InboxPage>(client, messagesKey, (page) => ({
    ...page,
    submissions: page.submissions.map((message) =>
      message.id === id ? { ...message, readAt, answeredAt } : message,
    ),
  }));
  await cacheAnswer(client, messageQuery(id).queryKey, answer);
}

/** Marks the messages up to `newest`, which the page showed or counted, as read. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (newest: string) =>
      request(`${inboxAddress}/read`, allReadAnswer, { method: 'POST', body: { newest } }),
    onSuccess: () => refetch(client, [inboxKey]),
  });
}
