import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import type { MemberListItem } from '#domain/member-list.ts';
import { type ChangeFollower, followChanges } from './follow-changes.ts';
import { LiveRecords } from './live-records.ts';

interface Live {
  records: LiveRecords;
  /** Hashes of the lists that are outdated and too long to be reloaded automatically. */
  outdated: ReadonlySet<string>;
  /** Called when a list has been reloaded. */
  refreshed: (queryHash: string) => void;
}

const LiveContext = createContext<Live | null>(null);
/** A separate context, so that tables do not render again when the stream starts. */
const StatusContext = createContext<StreamStatus | null>(null);

interface LiveProviderProps {
  /** The administrator's uid. */
  account: string;
  /** Follows the changes that do not concern members. */
  alsoFollow: (client: QueryClient) => ChangeFollower;
  children: ReactNode;
}

/** Follows every change for the administrator's pages inside it. */
export function LiveProvider({ account, alsoFollow, children }: LiveProviderProps) {
  const client = useQueryClient();
  const [records] = useState(() => new LiveRecords());
  const [status, setStatus] = useState<StreamStatus>('connecting');
  const [outdated, setOutdated] = useState<ReadonlySet<string>>(new Set());

  useEffect(
    () =>
      followChanges(client, records, {
        account,
        also: alsoFollow(client),
        onStatus: setStatus,
        onOutdated: (hash) => setOutdated((former) => new Set(former).add(hash)),
      }),
    [client, records, account, alsoFollow],
  );

  const refreshed = useCallback((hash: string) => {
    setOutdated((former) => new Set([...former].filter((other) => other !== hash)));
  }, []);

  const live = useMemo(() => ({ records, outdated, refreshed }), [records, outdated, refreshed]);
  return (
    <LiveContext value={live}>
      <StatusContext value={status}>{children}</StatusContext>
    </LiveContext>
  );
}

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive outside of LiveProvider');
  return live;
}

export function useLiveStatus(): StreamStatus {
  const status = use(StatusContext);
  if (!status) throw new Error('useLiveStatus outside of LiveProvider');
  return status;
}

/** The current state of a row of a list that was read at the log's `seq`. */
export function useLiveRow<Row extends MemberListItem>(records: LiveRecords, row: Row, seq: number): Row {
  const { uid } = row;
  const subscribe = useCallback((listener: () => void) => records.subscribe(uid, listener), [records, uid]);
  const version = useSyncExternalStore(subscribe, () => records.version(uid));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the records hold
  return useMemo(() => records.shown(row, seq), [records, row, seq, version]);
}
