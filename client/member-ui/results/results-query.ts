import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { resultsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { resultsView } from '#domain/results-page.ts';

export const resultsQuery = queryOptions({
  ...readQuery(resultsKey, '/api/admin/results', resultsView),
  staleTime: untilChanged,
  // The emails of a release are sent one after the other, without a change in the log.
  refetchInterval: ({ state: { data } }) => (data && data.emails.waiting > 0 ? 2_000 : false),
});

/**
 * A write whose answer are the results as they are then. After a refusal they are not as the page shows them. `onDone` is
 * called even if they no longer show what the write was about: callbacks of `mutate` end with the component.
 */
export function useResultsWrite<Body extends object>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  onDone?: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request(`/api/admin/results/${path}`, resultsView, { method, body }),
    onSuccess: (answer) => {
      client.setQueryData(resultsQuery.queryKey, answer);
      onDone?.();
    },
    onError: () => void client.invalidateQueries({ queryKey: resultsQuery.queryKey }),
  });
}
