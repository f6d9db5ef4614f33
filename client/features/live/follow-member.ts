import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '#client/features/accounts/mutations.ts';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { memberQuery } from '#client/features/members/queries.ts';
import { fetchNewer } from '#client/lib/fetch-newer.ts';
import { SharedStream } from '#client/lib/shared-stream.ts';
import type { ChangeEvent } from '#domain/changes.ts';
import { type Member, member } from '#domain/members.ts';

/**
 * Keeps the member's own record up to date with the server's event stream, so that a review or a change made on
 * another device appears while the page is open. When the session ends, the client signs out too.
 * @returns a function that stops following
 */
export function followMember(client: QueryClient, uid: string): () => void {
  const stream = new SharedStream({
    path: '/api/me/events',
    account: uid,
    onStatus: () => {},
    onReady: (_seq, gap) => {
      if (gap) void fetchNewer(client, memberQuery.queryKey);
    },
    onChange: (change) => {
      if (change.uid === uid) applyChange(client, change);
    },
    onRefused: () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onEnded: () => endSession(client),
  });
  return () => stream.close();
}

function applyChange(client: QueryClient, change: ChangeEvent): void {
  const known = client.getQueryData(memberQuery.queryKey);
  const changed = member.safeParse({ ...known, ...change.fields });
  // A fetch in flight may return data from before this change.
  if (!changed.success || client.isFetching({ queryKey: memberQuery.queryKey }) > 0) {
    void fetchNewer(client, memberQuery.queryKey);
    return;
  }
  client.setQueryData(memberQuery.queryKey, changed.data);
  updateSession(client, changed.data);
}

/** The session shows the name and e-mail of the record. */
function updateSession(client: QueryClient, { uid, fullName, email }: Member): void {
  client.setQueryData(sessionQuery.queryKey, (session) =>
    session?.user?.uid === uid && (session.user.displayName !== fullName || session.user.email !== email)
      ? { user: { ...session.user, displayName: fullName, email } }
      : session,
  );
}
