import type { QueryClient } from '@tanstack/react-query';
import type { ChangeFollower } from '#client/features/admin/follow-changes.ts';
import { fetchNewer } from '#client/lib/fetch-newer.ts';
import { Refresher } from '#client/lib/refresher.ts';
import { type ChangeEvent, type ChangeKind, messageChange } from '#domain/changes.ts';
import { showMark } from './mutations.ts';
import { messageQuery, messagesKey } from './queries.ts';
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
      const change = messageChange.safeParse(fields).data;
      // A restored message may be open, and not found. All messages may be marked together, the open one too.
      if (kind === 'messages-restored' || (kind === 'message-marked' && !change)) {
        all.ask();
        return;
      }
      count.ask();
      if (kind !== 'message-marked' || !change) {
        lists.ask();
        return;
      }
      showMark(client, change.message, change.readAt);
      // A response under way may be from before the mark.
      if (client.isFetching({ queryKey: messagesKey }) > 0) lists.ask();
      const { queryKey } = messageQuery(change.message);
      if (client.isFetching({ queryKey }) > 0) void fetchNewer(client, queryKey);
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
