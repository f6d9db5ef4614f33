import { useQueryClient } from '@tanstack/react-query';
import { currentValues, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { type ReleaseRequest, resultsDifference, resultsView } from '#domain/results.ts';
import { resultsQuery } from './queries.ts';

/** Releases, plans, or with null cancels; keeps the difference if the results were not what the page showed. */
export function useRelease() {
  const client = useQueryClient();
  const { queryKey } = resultsQuery;
  const mutation = useMutation({
    mutationFn: (body: ReleaseRequest | null) =>
      request('/api/admin/results/release', resultsView, {
        method: body ? 'POST' : 'DELETE',
        body: body ?? {},
      }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError: (error) => {
      const current = currentValues(error, resultsDifference);
      if (current) client.setQueryData(queryKey, current);
      else void client.invalidateQueries({ queryKey });
    },
  });
  return {
    release: (body: ReleaseRequest | null) => {
      if (!mutation.isPending) mutation.mutate(body);
    },
    busy: mutation.isPending,
    error: mutation.error,
    difference: mutation.error && currentValues(mutation.error, resultsDifference),
  };
}
