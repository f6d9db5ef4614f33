import type { QueryClient } from '@tanstack/react-query';
import type { ChangeFollower } from '#client/features/admin/follow-changes.ts';
import { fetchNewer } from '#client/lib/fetch-newer.ts';
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

/** Milliseconds between two refetches, however many messages arrive. */
const pause = 250;

/**
 * Keeps the inbox up to date with the administrator's stream. For a new message the lists are fetched again; a mark
 * from another device only changes the shown message, so that no message disappears from the list while it is read.
 */
export function followInbox(client: QueryClient): ChangeFollower {
  const lists = new Refresher(pause, () => fetchNewer(client, messagesKey));
  const all = new Refresher(pause, () => fetchNewer(client, inboxKey));
  const count = new Refresher(pause, () => fetchNewer(client, unreadQuery.queryKey));
  return {
    take({ kind, fields }: ChangeEvent): void {
      if (!messageKinds.has(kind)) return;
      // A restored message may be open, and not found.
      if (kind === 'messages-restored') {
        all.ask();
        return;
      }
      count.ask();
      const change = messageChange.safeParse(fields).data;
      if (kind === 'message-marked' && change) showMark(client, change.message, change.readAt);
      // All were marked together, or a response in flight may be from before the mark.
      const isOne = kind === 'message-marked' && change !== undefined;
      if (!isOne || client.isFetching({ queryKey: messagesKey }) > 0) lists.ask();
    },
    /** Events may have been missed. */
    readAll(): void {
      void fetchNewer(client, inboxKey);
    },
    stop(): void {
      all.stop();
      lists.stop();
      count.stop();
    },
  };
}
