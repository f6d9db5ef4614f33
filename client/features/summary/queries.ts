import { queryOptions } from '@tanstack/react-query';
import { reads } from '#client/lib/api.ts';
import { healthProblems } from '#domain/admin.ts';

/** The portal's problems, looked up once a minute: a disk that fills up is no event. */
export const problemsQuery = queryOptions({
  queryKey: ['diagnostics', 'problems'],
  queryFn: reads('/api/diagnostics/problems', healthProblems),
  refetchInterval: 60_000,
});
