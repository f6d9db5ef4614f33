import { queryOptions } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { factors } from '#domain/factors.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'] as const,
  queryFn: ({ signal }) => request('/api/me/factors', factors, { signal }),
});
