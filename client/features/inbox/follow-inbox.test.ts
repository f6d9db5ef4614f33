import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeEvent, ChangeKind } from '#domain/changes.ts';
import type { InboxPage } from '#domain/form-inbox.ts';
import { followInbox } from './follow-inbox.ts';
import { messageQuery, messagesKey } from './queries.ts';
import { unreadQuery } from './unread.ts';

const at = '2026-09-01T09:30:00.000Z';
const message = {
  id: 'm1',
  formId: 'contact',
  form: 'Contact form',
  receivedAt: at,
  readAt: null,
  subject: '',
  from: 'Asha',
  excerpt: 'Hello',
};
const page: InboxPage = { submissions: [message], nextCursor: null, unread: 1, forms: [] };
const listKey = [...messagesKey, { q: '', form: '', state: 'unread' }];

function change(kind: ChangeKind, fields: Record<string, unknown>): ChangeEvent {
  const head = {
    seq: 1,
    uid: 'sdc-admin',
    fullName: '',
    actor: 'member' as const,
    batch: null,
    undoes: null,
  };
  return { ...head, kind, at, fields };
}

let client: QueryClient;
let read: string[];
let follower: ReturnType<typeof followInbox>;

beforeEach(async () => {
  client = new QueryClient();
  read = [];
  const watch = (queryKey: readonly unknown[], name: string, data: unknown) =>
    new QueryObserver(client, {
      queryKey,
      queryFn: () => {
        read.push(name);
        return data;
      },
    }).subscribe(() => {});
  watch(listKey, 'list', { pages: [page], pageParams: [''] });
  watch(unreadQuery.queryKey, 'count', 1);
  watch(messageQuery('m1').queryKey, 'message', { ...message, replyTo: null, memberUid: null, fields: [] });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  read = [];
  follower = followInbox(client);
});

afterEach(() => {
  follower.stop();
  client.unmount();
  client.clear();
});

it('reads the lists and the count for a message that came in', async () => {
  follower.take(change('message-received', { message: 'm2', readAt: null }));
  await vi.waitFor(() => expect(read.toSorted()).toEqual(['count', 'list']));
});

it.each([
  ['deleted', ['count', 'list']],
  // The restored message may be the one that is open.
  ['restored', ['count', 'list', 'message']],
] as const)('reads what may have changed when messages are %s elsewhere', async (what, expected) => {
  follower.take(change(`messages-${what}`, { messages: 2 }));
  await vi.waitFor(() => expect(read.toSorted()).toEqual(expected));
});

it('shows a mark that was made elsewhere, and the message stays in its place', async () => {
  follower.take(change('message-marked', { message: 'm1', readAt: at }));
  await vi.waitFor(() => expect(read).toEqual(['count']));
  const marked = { ...message, readAt: at };
  expect(client.getQueryData(listKey)).toMatchObject({ pages: [{ submissions: [marked] }] });
  expect(client.getQueryData(messageQuery('m1').queryKey)).toMatchObject({ id: 'm1', readAt: at });
});

it('reads a list again that was under way when a mark was made', async () => {
  const held = Promise.withResolvers<void>();
  const slow = [...messagesKey, 'slow'];
  void client.fetchQuery({
    queryKey: slow,
    queryFn: async () => {
      await held.promise;
      return { pages: [page], pageParams: [''] };
    },
  });
  follower.take(change('message-marked', { message: 'm1', readAt: at }));
  held.resolve();
  await vi.waitFor(() => expect(read.toSorted()).toEqual(['count', 'list']));
});

it('reads the open message again that was under way when it was marked', async () => {
  const held = Promise.withResolvers<void>();
  const { queryKey } = messageQuery('m1');
  let answer: Promise<unknown> = held.promise.then(() => ({ ...message, fields: [] }));
  let requests = 0;
  const observer = new QueryObserver<unknown>(client, {
    queryKey,
    queryFn: () => {
      requests += 1;
      return answer;
    },
  });
  const stop = observer.subscribe(() => {});
  void observer.refetch();
  follower.take(change('message-marked', { message: 'm1', readAt: at }));
  answer = Promise.resolve({ ...message, readAt: at, fields: [] });
  held.resolve();
  await vi.waitFor(() => expect(requests).toBe(2));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryData(queryKey)).toMatchObject({ readAt: at });
  stop();
});

it('reads everything when all messages were marked together', async () => {
  follower.take(change('message-marked', { messages: 2 }));
  await vi.waitFor(() => expect(read.toSorted()).toEqual(['count', 'list', 'message']));
});

it('reads everything after a gap, and nothing for what is no message', async () => {
  follower.take(change('track-selected', { developmentTrack: 'web' }));
  follower.take(change('test-node-written', { message: 'Hello' }));
  expect(read).toEqual([]);
  follower.readAll();
  await vi.waitFor(() => expect(read.toSorted()).toEqual(['count', 'list', 'message']));
});
