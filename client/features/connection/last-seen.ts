import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { memberQuery } from '#client/features/members/queries.ts';
import { dropStored, keepStored, lastSeenName, readStored } from '#client/lib/stored.ts';
import { lastSeenMs } from '#domain/connection.ts';
import type { LastSeen } from '#domain/last-seen.ts';

/** The rules are loaded for whoever has something to read: a visitor's page has no need of them. */
async function readLastSeen(): Promise<LastSeen | undefined> {
  const stored = readStored(lastSeenName);
  if (stored === null) return undefined;
  const { lastSeen } = await import('#domain/last-seen.ts');
  const { data } = lastSeen.safeParse(stored);
  return data && Date.now() - data.at < lastSeenMs ? data : undefined;
}

/**
 * Has the page begin with what was last seen on this device, where it cannot ask; with nobody signed in where that
 * is nothing. All of it counts as old: it is asked for as soon as there is somebody to ask.
 */
export async function restoreLastSeen(client: QueryClient): Promise<void> {
  const seen = await readLastSeen();
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
    if (followed.includes(String(event.query.queryKey[0]))) void keep(client);
  });
  void keep(client);
}

async function keep(client: QueryClient): Promise<void> {
  const known = client.getQueryData(sessionQuery.queryKey);
  const own = client.getQueryState(memberQuery.queryKey);
  if (!known) return;
  const { user } = known;
  if (!user) {
    dropStored(lastSeenName);
  } else if (own?.data?.uid === user.uid) {
    keepStored(lastSeenName, { user, member: own.data, at: own.dataUpdatedAt } satisfies LastSeen);
  } else if ((await readLastSeen().catch(() => undefined))?.user.uid !== user.uid) {
    // Meanwhile a record may have come in, which was kept then; or nobody is signed in any more.
    if (client.getQueryData(memberQuery.queryKey)?.uid === user.uid) return;
    if (client.getQueryData(sessionQuery.queryKey)?.user?.uid !== user.uid) return;
    keepStored(lastSeenName, { user, member: null, at: Date.now() } satisfies LastSeen);
  }
}
