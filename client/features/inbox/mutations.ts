import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { inboxKey, messagesKey, refetch } from '#client/lib/live-queries.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import {
  allReadAnswer,
  type InboxPage,
  type ReceivedSubmission,
  receivedSubmission,
} from '#domain/form-inbox.ts';
import { messageQuery } from './queries.ts';
import { unreadQuery } from './unread.ts';

interface Mark {
  message: ReceivedSubmission;
  read: boolean;
}

/** Marks a message as read or unread: shown at once, and reverted if the server refuses. */
export function useMarkMessage() {
  const client = useQueryClient();

  function show(before: ReceivedSubmission, after: ReceivedSubmission) {
    showMark(client, after.id, after.readAt);
    const change = Number(after.readAt === null) - Number(before.readAt === null);
    client.setQueryData(unreadQuery.queryKey, (unread) =>
      unread === undefined ? undefined : Math.max(0, unread + change),
    );
  }

  return useMutation({
    mutationFn: ({ message, read }: Mark) =>
      request(`/api/admin/form-submissions/${encodeURIComponent(message.id)}`, receivedSubmission, {
        method: 'PATCH',
        body: { read },
      }),
    onMutate: ({ message, read }) => {
      // A response under way may hold the former mark.
      void client.cancelQueries({ queryKey: messageQuery(message.id).queryKey }, { revert: false });
      show(message, marked(message, read));
    },
    onError: (_error, { message, read }) => show(marked(message, read), message),
    onSettled: () => refetch(client, [unreadQuery.queryKey]),
  });
}

/** Marks the messages up to `newest`, which the page showed or counted, as read. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (newest: string) =>
      request('/api/admin/form-submissions/read', allReadAnswer, { method: 'POST', body: { newest } }),
    onSuccess: () => refetch(client, [inboxKey]),
  });
}

/** Updates a message's mark wherever it is shown; the message keeps its place. */
export function showMark(client: QueryClient, id: string, readAt: string | null): void {
  client.setQueryData(messageQuery(id).queryKey, (message) => message && { ...message, readAt });
  client.setQueriesData<InfiniteData<InboxPage>>({ queryKey: messagesKey }, (list) =>
    list ? { ...list, pages: list.pages.map((page) => withMark(page, id, readAt)) } : undefined,
  );
}

function marked(message: ReceivedSubmission, read: boolean): ReceivedSubmission {
  return { ...message, readAt: read ? new Date().toISOString() : null };
}

function withMark(page: InboxPage, id: string, readAt: string | null): InboxPage {
  const submissions = page.submissions.map((message) =>
    message.id === id ? { ...message, readAt } : message,
  );
  return { ...page, submissions };
}
