import { type QueryClient, useQuery } from '@tanstack/react-query';
import { ApiFailure } from '#client/lib/api.ts';
import { cacheAnswer } from '#client/lib/cache-answer.ts';
import { memberKey } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { type Member, member } from '#domain/members.ts';

/** The signed-in member's own record, seeded from index.html. Fails with MEMBER_NOT_FOUND if the account has none. */
export const memberQuery = readQuery(memberKey, '/api/me', member, { staleTime: 10_000 });

export interface OwnRecord {
  /** Null if the account has no record; undefined until that is known. */
  member: Member | null | undefined;
  /** Why there is no record to show; null during the first load. */
  failure: Error | null;
  retry: () => void;
}

/** The member's own record. Unlike the query, it tells a missing record from a failure to load. */
export function useOwnRecord(): OwnRecord {
  const { data, error, refetch } = useQuery(memberQuery);
  const missing = error instanceof ApiFailure && error.code === 'MEMBER_NOT_FOUND';
  return {
    member: missing ? null : data,
    // A record that was loaded stays on screen when a later refetch fails.
    failure: missing || data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** Replaces the cached record with the one that a write returned, unless the account has signed out since. */
export async function cacheMember(client: QueryClient, answer: Member): Promise<void> {
  if (client.getQueryData(sessionQuery.queryKey)?.user?.uid !== answer.uid) return;
  await cacheAnswer(client, memberQuery.queryKey, answer);
}
