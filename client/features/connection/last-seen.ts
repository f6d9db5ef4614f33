import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { memberQuery } from '#client/features/members/queries.ts';
import { dropStored, keepStored, lastSeenName, readStored } from '#client/lib/stored.ts';
import { session } from '#domain/accounts.ts';
import { lastSeenMs } from '#domain/connection.ts';
import { member } from '#domain/members.ts';

/** What a device keeps of the portal: who is signed in, and that person's own record. Nothing of anybody else. */
const lastSeen = z.object({
  user: session.shape.user.unwrap(),
  /** Null where it has not been seen yet, or there is none. */
  member: member.nullable(),
  /** When that was so, in milliseconds since 1970. */
  at: z.number(),
});
type LastSeen = z.infer<typeof lastSeen>;

function readLastSeen(): LastSeen | undefined {
  const { data } = lastSeen.safeParse(readStored(lastSeenName));
  return data && Date.now() - data.at < lastSeenMs ? data : undefined;
}

/**
 * Has the page begin with what was last seen on this device, where it cannot ask; with nobody signed in where that
 * is nothing. All of it counts as old: it is asked for as soon as there is somebody to ask.
 */
export function restoreLastSeen(client: QueryClient): void {
  const seen = readLastSeen();
  const age = { updatedAt: seen?.at ?? 0 };
  client.setQueryData(sessionQuery.queryKey, { user: seen?.user ?? null }, age);
  if (seen?.member) client.setQueryData(memberQuery.queryKey, seen.member, age);
}

/**
 * From now on keeps on this device what is seen of the own record. It is forgotten when nobody is signed in any
 * more, or somebody else (`startSession` does so too, at once).
 */
export function keepLastSeen(client: QueryClient): void {
  const followed: readonly string[] = [...sessionQuery.queryKey, ...memberQuery.queryKey];
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (followed.includes(String(event.query.queryKey[0]))) keep(client);
  });
  keep(client);
}

function keep(client: QueryClient): void {
  const known = client.getQueryData(sessionQuery.queryKey);
  const own = client.getQueryState(memberQuery.queryKey);
  if (!known) return;
  const { user } = known;
  if (!user) {
    dropStored(lastSeenName);
  } else if (own?.data?.uid === user.uid) {
    keepStored(lastSeenName, { user, member: own.data, at: own.dataUpdatedAt } satisfies LastSeen);
  } else if (readLastSeen()?.user.uid !== user.uid) {
    keepStored(lastSeenName, { user, member: null, at: Date.now() } satisfies LastSeen);
  }
}
