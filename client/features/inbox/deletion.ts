import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { deleteManyCap, messageDeletionAnswer } from '#domain/form-inbox.ts';
import { messagesKey } from './queries.ts';
import { inboxAddress, inboxKey, unreadQuery } from './unread.ts';

/** The messages that were deleted or restored last. */
export interface Deletion {
  ids: readonly string[];
  deleted: boolean;
}

/** In the query cache, so that it can be undone until the page is left or the session ends. */
const lastDeletion = queryOptions<Deletion | null>({
  queryKey: [...inboxKey, 'last-deletion'],
  queryFn: () => null,
  enabled: false,
  initialData: null,
  gcTime: Number.POSITIVE_INFINITY,
});

export function useLastDeletion(): Deletion | null {
  return useQuery(lastDeletion).data;
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
      client.setQueryData(lastDeletion.queryKey, deletion);
      void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
      await client.invalidateQueries({ queryKey: messagesKey });
    },
  });
}
