import { queryOptions } from '@tanstack/react-query';
import { reads } from '#client/lib/api.ts';
import { factors } from '#domain/factors.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'] as const,
  queryFn: reads('/api/me/factors', factors),
});
