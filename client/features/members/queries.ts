import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { ApiFailure, request } from '#client/lib/api.ts';
import type { Member } from '#domain/members.ts';

/** What a record must be; loaded when an answer is to be read, which a page's own record need not be. */
export const memberRule = async () => (await import('#domain/members.ts')).member;

/** The signed-in member's own record, seeded from index.html. Fails with code MEMBER_NOT_FOUND where the account has none. */
export const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: ({ signal }) => request('/api/me', memberRule, { signal }),
  staleTime: 10_000,
});

/** What is known of the own record, and how to ask again. */
export interface OwnRecord {
  /** The record; null where the account has none; undefined while that is not known. */
  member: Member | null | undefined;
  /** Why there is no record to show; null while it is being loaded for the first time. */
  failure: Error | null;
  retrying: boolean;
  retry: () => void;
}

/** The own record, with 'there is none' told apart from 'it could not be loaded'. */
export function useOwnRecord(): OwnRecord {
  const { data, error, isFetching, refetch } = useQuery(memberQuery);
  const missing = error instanceof ApiFailure && error.code === 'MEMBER_NOT_FOUND';
  return {
    member: missing ? null : data,
    // A record that was read stays on the screen when a later look at it fails.
    failure: missing || data === undefined ? error : null,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}

/** Asks for the own record before the page that shows it comes up; not for who has none to ask for. */
export async function prefetchOwnRecord(client: QueryClient): Promise<void> {
  const isMember = client.getQueryData(sessionQuery.queryKey)?.user?.role === 'member';
  if (isMember) await client.prefetchQuery(memberQuery);
}

/**
 * Puts the record that a write was answered with in the place of the one that was read. An older read that is
 * still under way is called off; an answer for somebody who has signed out since is left aside.
 */
export async function keepMember(client: QueryClient, answer: Member): Promise<void> {
  if (client.getQueryData(sessionQuery.queryKey)?.user?.uid !== answer.uid) return;
  await client.cancelQueries({ queryKey: memberQuery.queryKey });
  client.setQueryData(memberQuery.queryKey, answer);
}
