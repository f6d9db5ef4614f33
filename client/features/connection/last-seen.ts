import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { memberQuery } from '#client/features/members/queries.ts';
import { dropStored, keepStored, lastSeenName, readStored } from '#client/lib/browser-storage.ts';
import { dropStaleDrafts } from '#client/lib/drafts.ts';
import { lastSeenMs } from '#domain/connection.ts';
import { type LastSeen, lastSeen } from '#domain/last-seen.ts';

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
