import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { followShared } from '#client/lib/shared-stream.ts';
import { noticeEndedSession } from '#client/session/mutations.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { isMember } from '#domain/accounts.ts';
import { lookAgain, type Topic } from '#domain/live-events.ts';

type Spread = Partial<Record<Topic, number>>;

/** Changes that reach thousands of members' pages together: each page waits a random part of these milliseconds. */
const membersSpread: Spread = { messages: 5_000, results: 2_000, everything: 2_000 };
const noSpread: Spread = {};

/** Keeps what the page shows up to date with a stream of changes; without an account there is none. */
function useStream(path: string, account: string | null, spread: Spread): StreamStatus {
  const client = useQueryClient();
  const [status, setStatus] = useState<StreamStatus>('connecting');

  useEffect(() => {
    if (account === null) return;
    const delayOf = (topic: Topic) => Math.random() * (spread[topic] ?? 0);
    return followShared({
      path,
      account,
      onStatus: setStatus,
      onChange: (change) => refetchAfter(client, change, delayOf(change.topic)),
      onMissed: (again) => refetchAfter(client, lookAgain, again ? delayOf(lookAgain.topic) : 0),
      onRefused: () => noticeEndedSession(client),
    });
  }, [client, path, account, spread]);

  return status;
}

/** Keeps the signed-in member's record up to date while the component is mounted. */
export function useLiveMember(): void {
  const user = useSessionUser();
  useStream('/api/me/events', user && isMember(user) ? user.uid : null, membersSpread);
}

const StatusContext = createContext<StreamStatus | null>(null);

interface LiveProviderProps {
  /** Null for a reviewer whom the server tells nothing yet. */
  account: string | null;
  children: ReactNode;
}

export function LiveProvider({ account, children }: LiveProviderProps) {
  return <StatusContext value={useStream('/api/admin/events', account, noSpread)}>{children}</StatusContext>;
}

export function useLiveStatus(): StreamStatus {
  const status = use(StatusContext);
  if (!status) throw new Error('useLiveStatus outside of LiveProvider');
  return status;
}
