import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '#client/features/accounts/mutations.ts';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { memberQuery } from '#client/features/members/queries.ts';
import { EventStream } from '#client/lib/event-stream.ts';
import type { ChangeEvent } from '#domain/changes.ts';
import { type Member, member } from '#domain/members.ts';

/**
 * Keeps the member's own record up to date with its stream of changes, until stopped: a review, or a change made on
 * another device, shows while the page is open. When the session ends, nobody is signed in.
 * @returns how to stop
 */
export function followMember(client: QueryClient, uid: string): () => void {
  const stream = new EventStream({
    path: '/api/me/events',
    onStatus: () => {},
    onReady: (_seq, gap) => {
      if (gap) void client.invalidateQueries({ queryKey: memberQuery.queryKey });
    },
    onChange: (change) => {
      if (change.uid === uid) takeIn(client, change);
    },
    onRefused: () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onEnded: () => endSession(client),
  });
  return () => stream.close();
}

function takeIn(client: QueryClient, change: ChangeEvent): void {
  const known = client.getQueryData(memberQuery.queryKey);
  const changed = member.safeParse({ ...known, ...change.fields });
  // A read that is under way may be from before this change.
  if (!changed.success || client.isFetching({ queryKey: memberQuery.queryKey }) > 0) {
    void client.invalidateQueries({ queryKey: memberQuery.queryKey });
    return;
  }
  client.setQueryData(memberQuery.queryKey, changed.data);
  followInSession(client, changed.data);
}

/** Name and e-mail of the account are those of the record. */
function followInSession(client: QueryClient, { uid, fullName, email }: Member): void {
  client.setQueryData(sessionQuery.queryKey, (session) =>
    session?.user?.uid === uid && (session.user.displayName !== fullName || session.user.email !== email)
      ? { user: { ...session.user, displayName: fullName, email } }
      : session,
  );
}
