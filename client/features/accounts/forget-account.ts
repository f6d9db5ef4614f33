import type { QueryClient } from '@tanstack/react-query';
import { deletionsName, dropStored, lastSeenName, thisTab } from '#client/lib/browser-storage.ts';
import { sessionQuery } from './queries.ts';

/** Drops an account's data, also from this browser's storage. Only the session and drafts stay. */
export function forgetAccount(client: QueryClient): void {
  dropStored(lastSeenName);
  dropStored(deletionsName, thisTab);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}
