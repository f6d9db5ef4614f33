import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { refetch } from '#client/lib/live-queries.ts';
import { inboxKey, messagesKey } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import {
  allReadAnswer,
  type InboxPage,
  type MessageMark,
  type ReceivedSubmission,
  receivedSubmission,
} from '#domain/form-inbox.ts';
import { messageQuery } from './queries.ts';
import { unreadQuery } from './unread.ts';

interface Mark {
  message: ReceivedSubmission;
  mark: MessageMark;
}

/** Marks a message as read or as answered, or takes a mark back: shown at once, and reverted if the server refuses. */
export function useMarkMessage() {
  const client = useQueryClient();

  function show(before: ReceivedSubmission, after: ReceivedSubmission) {
    showMark(client, after);
    const change = Number(after.readAt === null) - Number(before.readAt === null);
    client.setQueryData(unreadQuery.queryKey, (unread) =>
      unread === undefined ? undefined : Math.max(0, unread + change),
    );
  }

  return useMutation({
    mutationFn: ({ message, mark }: Mark) =>
      request(`/api/admin/form-submissions/${encodeURIComponent(message.id)}`, receivedSubmission, {
        method: 'PATCH',
        body: mark,
      }),
    onMutate: ({ message, mark }) => {
      // A response under way may hold the former mark.
      void client.cancelQueries({ queryKey: messageQuery(message.id).queryKey }, { revert: false });
      show(message, marked(message, mark));
    },
    onError: (_error, { message, mark }) => show(marked(message, mark), message),
    // Only the server knows who answered.
    onSuccess: (answer) => client.setQueryData(messageQuery(answer.id).queryKey, answer),
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

type Marks = Pick<ReceivedSubmission, 'id' | 'readAt' | 'answeredAt'>;

/** Updates a message's marks wherever it is shown; the message keeps its place. */
function showMark(client: QueryClient, { id, readAt, answeredAt }: Marks): void {
  const marks = { readAt, answeredAt };
  client.setQueryData(messageQuery(id).queryKey, (message) => message && { ...message, ...marks });
  client.setQueriesData<InfiniteData<InboxPage>>({ queryKey: messagesKey }, (list) =>
    list ? { ...list, pages: list.pages.map((page) => withMarks(page, id, marks)) } : undefined,
  );
}

function marked(message: ReceivedSubmission, { read, answered }: MessageMark): ReceivedSubmission {
  const now = new Date().toISOString();
  return {
    ...message,
    ...(read !== undefined && { readAt: read ? now : null }),
    ...(answered !== undefined && { answeredAt: answered ? now : null, answeredBy: null }),
  };
}

function withMarks(page: InboxPage, id: string, marks: Omit<Marks, 'id'>): InboxPage {
  const submissions = page.submissions.map((message) =>
    message.id === id ? { ...message, ...marks } : message,
  );
  return { ...page, submissions };
}
