import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { ApiFailure } from '#client/lib/api.ts';
import { type ViewTexts, writeView } from '#client/lib/list-state.ts';
import { writesEnded } from '#client/lib/live-queries.ts';
import { useUrlState, withParameter } from '#client/lib/use-url-state.ts';
import {
  memberParameter,
  prefetchNeighbours,
  type QueueFilter,
  queueQuery,
  queueState,
  reviewQuery,
} from '#client/member-ui/reviews/queries.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import type { SubmissionReview } from '#domain/review.ts';

/** Whether nothing is left for this reviewer. */
export function isDone({ member, opinion, rules }: SubmissionReview): boolean {
  return opinion.given && (rules.opinions > 1 || member.submissionReviewed);
}

export type Step = 'previous' | 'next' | 'nextWaiting';

/** The queue and the position in it, from the page's address, and how to move. */
export function useDesk() {
  const client = useQueryClient();
  const isAdministrator = useAdministrator() !== null;
  const { search, update } = useUrlState();
  const filter = useMemo(() => queueState.read(search), [search]);
  const uid = search.get(memberParameter);
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...queueQuery(filter, uid),
    // The bar keeps its numbers while the next place is loaded.
    placeholderData: (former) => former,
  });
  const queue = isPlaceholderData ? undefined : data;
  const first = uid === null ? (queue?.first ?? null) : null;

  // Back leaves the desk, to the place that it was opened from.
  const open = useCallback(
    (member: string) => update((now) => withParameter(now, memberParameter, member)),
    [update],
  );

  useEffect(() => {
    // An update within the effect itself would be rendered late.
    if (first) queueMicrotask(() => open(first));
  }, [first, open]);

  useEffect(() => {
    if (queue && queue.position !== null) void prefetchNeighbours(client, filter, queue, isAdministrator);
  }, [client, filter, queue, isAdministrator]);

  async function targetOf(step: Step): Promise<string | null> {
    const place = queue ?? (await client.fetchQuery(queueQuery(filter, uid)));
    const target = place[step];
    const shown = target && client.getQueryData(reviewQuery(target).queryKey);
    if (step !== 'nextWaiting' || !shown || !isDone(shown)) return target;
    // The server names it until its review, which is sent in the background, is saved.
    await writesEnded(client);
    return (await client.fetchQuery({ ...queueQuery(filter, uid), staleTime: 0 })).nextWaiting;
  }

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
    /** A new filter starts at its first submission that waits. */
    filterBy: (texts: ViewTexts<QueueFilter>) =>
      update((now) => withParameter(writeView(now, queueState, texts), memberParameter, null)),
  };
}
