import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { request } from '#client/lib/api.ts';
import { deletionsName, keepStored, readStored, thisTab } from '#client/lib/browser-storage.ts';
import { fetchNewer } from '#client/lib/live-queries.ts';
import { inboxKey, messagesKey, unreadKey } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { deleteManyCap, type MessageDeletionAnswer, messageDeletionAnswer } from '#domain/form-inbox.ts';
import { inboxAddress } from './unread.ts';

/** Messages that were deleted together, and when; null until they are. */
interface Deletion {
  ids: readonly string[];
  deletedAt: string | null;
}

interface Deletions {
  /** The last request, and how many messages it changed: others may have been restored, or removed for good, before. */
  last: { deleted: boolean; changed: number };
  /** The deletions that undo can take back, the newest last. */
  undoable: readonly Deletion[];
}

/** In the query cache and in the tab's storage, so that each can be undone until the session ends or the tab is closed. */
const deletions = queryOptions<Deletions | null>({
  queryKey: [...inboxKey, 'deletions'],
  queryFn: () => null,
  enabled: false,
  initialData: readDeletions,
  gcTime: Number.POSITIVE_INFINITY,
});

const stored = z.array(z.object({ ids: z.array(z.string()), deletedAt: z.string() }));

function readDeletions(): Deletions | null {
  const undoable = stored.safeParse(readStored(deletionsName, thisTab)).data;
  const newest = undoable?.at(-1);
  return undoable && newest ? { last: { deleted: true, changed: newest.ids.length }, undoable } : null;
}

export function useDeletions(): Deletions | null {
  return useQuery(deletions).data;
}

/** A restoration ends its own deletion, even if another was made since. */
function withDeletion(
  before: Deletions | null | undefined,
  { ids, deletedAt: shown }: Deletion,
  { changed, deletedAt }: MessageDeletionAnswer,
): Deletions {
  const undoable = before?.undoable ?? [];
  return {
    last: { deleted: deletedAt !== null, changed },
    undoable: deletedAt
      ? [...undoable, { ids, deletedAt }]
      : undoable.filter((other) => other.deletedAt !== shown),
  };
}

export function useDeleteMessages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, deletedAt }: Deletion) =>
      request(inboxAddress, messageDeletionAnswer, {
        method: 'PATCH',
        body: { ids: ids.slice(0, deleteManyCap), deletedAt },
      }),
    onSuccess: async (answer, deletion) => {
      const next = client.setQueryData(deletions.queryKey, (before) =>
        withDeletion(before, deletion, answer),
      );
      keepStored(deletionsName, next?.undoable, thisTab);
      // A restored message may be open. A deleted one would only be refused.
      // Before the notice takes the focus: a row that leaves later would move it.
      const outdated = answer.deletedAt ? [unreadKey, messagesKey] : [inboxKey];
      await Promise.all(outdated.map((key) => fetchNewer(client, key)));
    },
  });
}
