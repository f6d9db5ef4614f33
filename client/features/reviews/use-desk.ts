import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiFailure } from '#client/lib/api.ts';
import { type ViewTexts, writeView } from '#client/lib/list-state.ts';
import { useUrlState } from '#client/lib/use-url-state.ts';
import {
  memberParameter,
  placeOf,
  prefetchNeighbours,
  type QueueFilter,
  type QueuePlace,
  queueQuery,
  queueState,
} from './queries.ts';

/** Milliseconds between two questions for the next submission, and how often it is asked for. */
const pause = 100;
const mostQuestions = 20;

export type Step = 'previous' | 'next' | 'nextWaiting';

/** The queue and the position in it, from the page's address, and how to move. */
export function useDesk() {
  const client = useQueryClient();
  const { search, update } = useUrlState();
  const filter = useMemo(() => queueState.read(search), [search]);
  const { uid, moveTo } = useOpenMember(search.get(memberParameter));
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...queueQuery(filter, uid),
    select: placeOf,
    // The bar keeps its numbers while the next place is loaded.
    placeholderData: (former) => former,
  });
  const queue = isPlaceholderData ? undefined : data;
  const first = uid === null ? (queue?.first ?? null) : null;
  const { targetOf, markReviewed } = useTargets(filter, uid, queue);

  // Back leaves the desk, to the place that it was opened from.
  const open = useCallback(
    (member: string) => {
      moveTo(member);
      update((now) => withMember(now, member), { replace: true });
    },
    [update, moveTo],
  );

  useOpenFirst(first, search, update, moveTo);

  useEffect(() => {
    if (queue && queue.position !== null) void prefetchNeighbours(client, filter, queue);
  }, [client, filter, queue]);

  /** Moves to another submission. @returns false if there is none, null if that cannot be told without a connection */
  async function go(step: Step): Promise<boolean | null> {
    try {
      const target = await targetOf(step);
      if (!target || target === uid) return false;
      window.scrollTo({ top: 0 });
      open(target);
      return true;
    } catch (error) {
      if (error instanceof ApiFailure) return null;
      throw error;
    }
  }

  return {
    uid: uid ?? first,
    filter,
    queue,
    /** The former place's numbers until then. */
    shownQueue: data && isPlaceholderData ? { ...data, position: null } : data,
    error,
    reload: () => void refetch(),
    open,
    go,
    markReviewed,
    /** A new filter starts at its first submission that waits. */
    filterBy(texts: ViewTexts<QueueFilter>) {
      // A move that the address has not shown yet would outlast the filter.
      moveTo(null);
      update((now) => withMember(writeView(now, queueState, texts), null), { replace: true });
    },
  };
}

/** Puts the first submission of the queue into the page's address. */
function useOpenFirst(
  first: string | null,
  search: URLSearchParams,
  update: ReturnType<typeof useUrlState>['update'],
  moveTo: (uid: string) => void,
): void {
  useEffect(() => {
    if (!first) return;
    const open = (now: URLSearchParams) => {
      // Another filter was chosen since, and has another first one.
      if (String(now) !== String(search)) return now;
      moveTo(first);
      return withMember(now, first);
    };
    update(open, { replace: true });
  }, [first, search, update, moveTo]);
}

function withMember(search: URLSearchParams, member: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (member) next.set(memberParameter, member);
  else next.delete(memberParameter);
  return next;
}

function useTargets(filter: QueueFilter, uid: string | null, queue: QueuePlace | undefined) {
  const client = useQueryClient();
  /** Submissions that this page has just reviewed: an older response may still name them as waiting. */
  const reviewed = useRef(new Set<string>());

  async function targetOf(step: Step): Promise<string | null> {
    const place = queue ?? (await client.fetchQuery(queueQuery(filter, uid)));
    let target = place[step];
    const isStale = () => step === 'nextWaiting' && target !== null && reviewed.current.has(target);
    // The server names it until its review, which is sent in the background, is saved.
    for (let asked = 0; isStale() && asked < mostQuestions; asked += 1) {
      if (asked > 0) await wait(pause);
      target = (await client.fetchQuery({ ...queueQuery(filter, uid), staleTime: 0 })).nextWaiting;
    }
    return target;
  }

  function markReviewed(member: string, isReviewed: boolean): void {
    if (isReviewed) reviewed.current.add(member);
    else reviewed.current.delete(member);
  }

  return { targetOf, markReviewed };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * The member in the page's address, or the one that was just moved to: the router changes the address only after it has
 * asked the routes' loaders, and rendering a long page for it can be interrupted.
 */
function useOpenMember(inAddress: string | null) {
  const [move, setMove] = useState<{ to: string; passed: readonly (string | null)[] } | null>(null);
  const isUnderWay = move?.passed.includes(inAddress) ?? false;
  if (move && !isUnderWay) setMove(null);
  const moveTo = useCallback(
    (to: string | null) =>
      setMove((former) => {
        if (to === null) return null;
        const passed = former ? [...former.passed, former.to] : [inAddress];
        return { to, passed: passed.filter((member) => member !== to) };
      }),
    [inAddress],
  );
  return { uid: move && isUnderWay ? move.to : inAddress, moveTo };
}
