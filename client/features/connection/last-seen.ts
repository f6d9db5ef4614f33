import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { memberQuery } from '#client/features/members/queries.ts';
import { dropStored, keepStored, lastSeenName, readStored } from '#client/lib/browser-storage.ts';
import { dropStaleDrafts } from '#client/lib/drafts.ts';
import { session } from '#domain/accounts.ts';
import { lastSeenMs } from '#domain/connection.ts';
import { member } from '#domain/members.ts';

/** The data that a device stores for use offline: the signed-in user and their own record, nothing about anybody else. */
const lastSeen = z.object({
  user: session.shape.user.def.innerType,
  /** Null if it has not been loaded yet or does not exist. */
  member: z.nullable(member),
  /** When the data was fetched, in milliseconds since 1970. */
  at: z.number(),
});
type LastSeen = z.infer<typeof lastSeen>;

function readLastSeen(): LastSeen | undefined {
  const { data } = lastSeen.safeParse(readStored(lastSeenName));
  return data && Date.now() - data.at < lastSeenMs ? data : undefined;
}

/**
 * Fills the cache with what this device saw last, or with a signed-out session if nothing is stored. The data
 * keeps its original age, so it is refetched as soon as the server is reachable.
 */
export function restoreLastSeen(client: QueryClient): void {
  const seen = readLastSeen();
  const age = { updatedAt: seen?.at ?? 0 };
  client.setQueryData(sessionQuery.queryKey, { user: seen?.user ?? null }, age);
  if (seen?.member) client.setQueryData(memberQuery.queryKey, seen.member, age);
}

/**
 * Stores the member's own record on this device whenever it changes, for use offline. The copy is deleted when
 * the member signs out or somebody else signs in (`startSession` also deletes it, immediately).
 */
export function storeLastSeen(client: QueryClient): void {
  const followed: readonly string[] = [...sessionQuery.queryKey, ...memberQuery.queryKey];
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (followed.includes(String(event.query.queryKey[0]))) store(client);
  });
  store(client);
}

function store(client: QueryClient): void {
  const known = client.getQueryData(sessionQuery.queryKey);
  const own = client.getQueryState(memberQuery.queryKey);
  if (!known) return;
  const { user } = known;
  dropStaleDrafts(user?.uid ?? null);
  if (!user) {
    dropStored(lastSeenName);
  } else if (own?.data?.uid === user.uid) {
    keepStored(lastSeenName, { user, member: own.data, at: own.dataUpdatedAt } satisfies LastSeen);
  } else if (readLastSeen()?.user.uid !== user.uid) {
    keepStored(lastSeenName, { user, member: null, at: Date.now() } satisfies LastSeen);
  }
}
