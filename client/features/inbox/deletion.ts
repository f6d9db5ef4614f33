import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { deleteManyCap, messageDeletionAnswer } from '#domain/form-inbox.ts';
import { messagesKey } from './queries.ts';
import { inboxAddress, inboxKey, unreadQuery } from './unread.ts';

/** Messages that were deleted or restored together. */
export interface Deletion {
  ids: readonly string[];
  deleted: boolean;
}

interface Deletions {
  last: Deletion;
  /** The deletions that undo can take back, the newest last. */
  undoable: readonly (readonly string[])[];
}

/** In the query cache, so that each can be undone until the page is left or the session ends. */
const deletions = queryOptions<Deletions | null>({
  queryKey: [...inboxKey, 'deletions'],
  queryFn: () => null,
  enabled: false,
  initialData: null,
  gcTime: Number.POSITIVE_INFINITY,
});

export function useDeletions(): Deletions | null {
  return useQuery(deletions).data;
}

/** A restoration ends its own deletion, even if another was made meanwhile. */
function withDeletion(before: Deletions | null | undefined, last: Deletion): Deletions {
  const undoable = before?.undoable ?? [];
  return {
    last,
    undoable: last.deleted ? [...undoable, last.ids] : undoable.filter((ids) => ids !== last.ids),
  };
}

/** Deletes or restores messages. */
export function useDeleteMessages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, deleted }: Deletion) =>
      request(inboxAddress, messageDeletionAnswer, {
        method: 'PATCH',
        body: { ids: ids.slice(0, deleteManyCap), deleted },
      }),
    onSuccess: async (_answer, deletion) => {
      client.setQueryData(deletions.queryKey, (before) => withDeletion(before, deletion));
      void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
      await client.invalidateQueries({ queryKey: messagesKey });
    },
  });
}
