import type { QueryClient } from '@tanstack/react-query';
import type { ChangeFollower } from '#client/features/admin/follow-changes.ts';
import { Refresher } from '#client/lib/refresher.ts';
import { type ChangeEvent, type ChangeKind, messageChange } from '#domain/changes.ts';
import { showMark } from './mutations.ts';
import { messagesKey } from './queries.ts';
import { inboxKey, unreadQuery } from './unread.ts';

const messageKinds = new Set<ChangeKind>([
  'message-received',
  'message-marked',
  'messages-deleted',
  'messages-restored',
]);

/** Milliseconds between two readings, however many messages come in. */
const pause = 250;

/**
 * Keeps the inbox up to date with what the administrator's stream tells. A message that comes in is read from the
 * server, with the list that it belongs to; a mark that was made on another device is laid upon what is there, so
 * that no message leaves the list under the eye.
 */
export function followInbox(client: QueryClient): ChangeFollower {
  const lists = new Refresher(pause, () => client.invalidateQueries({ queryKey: messagesKey }));
  const count = new Refresher(pause, () => client.invalidateQueries({ queryKey: unreadQuery.queryKey }));
  return {
    take({ kind, fields }: ChangeEvent): void {
      if (!messageKinds.has(kind)) return;
      count.ask();
      const change = messageChange.safeParse(fields).data;
      if (kind === 'message-marked' && change) showMark(client, change.message, change.readAt);
      // All were marked at once, or an answer that is under way may be from before the mark.
      const isOne = kind === 'message-marked' && change !== undefined;
      if (!isOne || client.isFetching({ queryKey: messagesKey }) > 0) lists.ask();
    },
    /** Something may have been missed. */
    readAll(): void {
      void client.invalidateQueries({ queryKey: inboxKey });
    },
    stop(): void {
      lists.stop();
      count.stop();
    },
  };
}
