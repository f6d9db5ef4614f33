import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { reads } from './api.ts';

/** How long data stays fresh, and how often it is read again, in milliseconds. */
interface Pace {
  staleTime?: number;
  refetchInterval?: number;
}

/** The query that reads an address. */
export function readQuery<Data, const Key extends QueryKey>(
  queryKey: Key,
  path: string,
  rule: z.ZodMiniType<Data>,
  pace: Pace = {},
) {
  return queryOptions({ queryKey, queryFn: reads(path, rule), ...pace });
}
