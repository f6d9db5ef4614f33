import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { ApiFailure } from '#client/lib/api.ts';
import { type ViewTexts, writeView } from '#client/lib/list-state.ts';
import { writesEnded } from '#client/lib/live-queries.ts';
import { useUrlState, withParameter } from '#client/lib/use-url-state.ts';
import { claimSubmission, leaveSubmission } from '#client/member-ui/reviews/claims.ts';
import { memberParameter, reviewQuery } from '#client/member-ui/reviews/queries.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import type { ReviewQueue, SubmissionReview } from '#domain/review.ts';
import { prefetchNeighbours, type QueueFilter, queueQuery, queueState } from './queries.ts';

/** Whether nothing is left for this reviewer. */
export function isDone({ member, opinion, rules }: SubmissionReview): boolean {
  return opinion.given && (rules.opinions > 1 || member.submissionReviewed);
}

/** Whether the queue does not have it any more, once what the page shows is saved. */
function isOutOfQueue({ member, opinion, rules }: SubmissionReview): boolean {
  return member.submissionReviewed || (rules.opinions > 1 && opinion.given);
}

/** How often a queue is asked for the next submission that nobody else has opened. */
const mostAttempts = 20;

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

  /** The submission that the queue gave this reviewer; any other one was looked up. */
  const assigned = useRef<string | null>(null);

  // Back leaves the desk, to the place that it was opened from.
  const open = useCallback(
    (member: string) => update((now) => withParameter(now, memberParameter, member)),
    [update],
  );

  useEffect(() => {
    // An update within the effect itself would be rendered late.
    if (!first) return;
    assigned.current = first;
    queueMicrotask(() => open(first));
  }, [first, open]);

  useEffect(() => {
    if (queue && queue.position !== null) void prefetchNeighbours(client, filter, queue, isAdministrator);
  }, [client, filter, queue, isAdministrator]);

  async function move(step: Step): Promise<'moved' | 'finished' | 'left to others'> {
    const { [step]: target, alone, waiting } = await currentPlace(client, { queue, filter, uid, step });
    if (!target || target === uid) return alone || waiting === 0 ? 'finished' : 'left to others';
    if (step === 'nextWaiting') assigned.current = target;
    window.scrollTo({ top: 0 });
    open(target);
    return 'moved';
  }

  /** Moves to another submission. @returns null if that cannot be told without a connection, or during another move */
  const go = useOneAtATime(move);

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
    /** Whether the queue gave it to this reviewer. */
    isAssigned: (member: string) => assigned.current === member,
    /** Somebody else was faster to open the submission. */
    passOn: (taken: string) => void (assigned.current === taken && go('nextWaiting')),
    /** A new filter starts at its first submission that waits. */
    filterBy: (texts: ViewTexts<QueueFilter>) =>
      update((now) => withParameter(writeView(now, queueState, texts), memberParameter, null)),
  };
}

/** A second press while the first looks for a submission would claim another one, and nobody would leave it. */
function useOneAtATime<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  const busy = useRef(false);
  return async (...args: Args): Promise<Result | null> => {
    if (busy.current) return null;
    busy.current = true;
    try {
      return await work(...args);
    } catch (error) {
      if (error instanceof ApiFailure) return null;
      throw error;
    } finally {
      busy.current = false;
    }
  };
}

interface PlaceWanted {
  queue: ReviewQueue | undefined;
  filter: QueueFilter;
  uid: string | null;
  step: Step;
}

/** The place in the queue whose neighbours can be opened: others may have opened the next one first. */
async function currentPlace(client: QueryClient, { queue, filter, uid, step }: PlaceWanted) {
  let place = queue ?? (await client.fetchQuery(queueQuery(filter, uid)));
  if (step !== 'nextWaiting') return place;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (!(await isOutdated(client, place, attempt === 0))) return place;
    await writesEnded(client);
    place = await client.fetchQuery({ ...queueQuery(filter, uid), staleTime: 0 });
  }
  return place;
}

async function isOutdated(client: QueryClient, place: ReviewQueue, isFirst: boolean): Promise<boolean> {
  const { nextWaiting, alone, othersOpen } = place;
  if (!nextWaiting) return isFirst && !alone;
  const shown = client.getQueryData(reviewQuery(nextWaiting).queryKey);
  // The server names it until its review, which is sent in the background, is saved.
  if (isFirst && shown && isOutOfQueue(shown)) return true;
  if (!othersOpen) return false;
  if (!(await claimSubmission(client, nextWaiting))) return true;
  const claimed = await client.fetchQuery({ ...reviewQuery(nextWaiting), staleTime: 0 });
  if (!isOutOfQueue(claimed)) return false;
  await leaveSubmission(client, nextWaiting);
  return true;
}
