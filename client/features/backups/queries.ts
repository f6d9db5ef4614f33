import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { trashKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import { trash, trashAnswer } from '#domain/trash.ts';
import { trashTexts as texts } from './texts.ts';

export const trashQuery = queryOptions({
  queryKey: trashKey,
  queryFn: ({ signal }) => request('/api/admin/trash', trash, { signal }),
  staleTime: untilChanged,
});

/** Restores a member in the trash, or removes them for good, and says what came of it. */
export function useTrashAction() {
  const client = useQueryClient();
  const notify = useNotify();
  const act = useMutation({
    mutationFn: ({ uid, forGood }: { uid: string; name: string; forGood: boolean }) => {
      const address = `/api/admin/trash/${encodeURIComponent(uid)}`;
      return forGood
        ? request(address, trashAnswer, { method: 'DELETE', body: {} })
        : request(`${address}/restore`, trashAnswer, { method: 'POST', body: {} });
    },
    onSuccess: (_answer, { name, forGood }) =>
      notify({ tone: 'success', text: forGood ? texts.removed(name) : texts.restored(name) }),
    onError: (error) => notify({ tone: 'error', text: `${texts.failed} ${failureMessage(error)}` }),
    onSettled: () => refetchAfter(client, { topic: 'account', uid: null }),
  });
  return act.mutate;
}
