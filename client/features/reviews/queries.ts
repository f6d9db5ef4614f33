import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { changesQuery } from '#client/features/history/queries.ts';
import { taskQuery } from '#client/features/tasks/queries.ts';
import { request } from '#client/lib/api.ts';
import { queueKey, reviewKey, snippetsKey } from '#client/lib/live-queries.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { type ReviewQueue, reviewQueue, snippetList, submissionReview } from '#domain/review.ts';
import { filterQuery, type QueueFilter } from './queue-filter.ts';

// The stream says when something has changed; nothing becomes stale otherwise.
const staleTime = Number.POSITIVE_INFINITY;

/** One submission with all that is needed to judge it. */
export function reviewQuery(uid: string) {
  return queryOptions({
    queryKey: [...reviewKey, uid] as const,
    queryFn: ({ signal }) =>
      request(`/api/admin/reviews/${encodeURIComponent(uid)}`, submissionReview, { signal }),
    staleTime,
  });
}

/** The place of a submission in the queue; without one, the queue alone. */
export function queueQuery(filter: QueueFilter, at: string | null) {
  return queryOptions({
    queryKey: [...queueKey, { filter, at }] as const,
    queryFn: ({ signal }) => {
      const query = filterQuery(filter);
      if (at) query.set('at', at);
      return request(`/api/admin/review-queue?${query}`, reviewQueue, { signal });
    },
    staleTime,
  });
}

/** The place without its number in the log, so that a page whose place is the same does not render again. */
export function placeOf({ seq: _seq, ...place }: ReviewQueue): Omit<ReviewQueue, 'seq'> {
  return place;
}
export type QueuePlace = ReturnType<typeof placeOf>;

export const snippetsQuery = queryOptions({
  queryKey: snippetsKey,
  queryFn: ({ signal }) => request('/api/admin/review-snippets', snippetList, { signal }),
  staleTime,
});

/** Loads the neighbours of a submission that are not loaded yet, so that they appear at once. */
export async function prefetchNeighbours(
  client: QueryClient,
  filter: QueueFilter,
  { next, nextWaiting, previous }: QueuePlace,
): Promise<void> {
  const uids = new Set([nextWaiting, next, previous].filter((uid) => uid !== null));
  await Promise.all([...uids].map((uid) => prefetchSubmission(client, filter, uid)));
}

/**
 * Loads what is missing. Data that is there but outdated is shown at once and loaded again when its submission is
 * opened: after each review that would be the queue of every neighbour.
 */
async function prefetchSubmission(client: QueryClient, filter: QueueFilter, uid: string): Promise<void> {
  const isMissing = (queryKey: QueryKey) => client.getQueryData(queryKey) === undefined;
  const [review, queue, changes] = [reviewQuery(uid), queueQuery(filter, uid), changesQuery(uid)];
  await Promise.all([
    isMissing(review.queryKey) && client.prefetchQuery(review),
    isMissing(queue.queryKey) && client.prefetchQuery(queue),
    isMissing(changes.queryKey) && client.prefetchInfiniteQuery(changes),
  ]);
  const member = client.getQueryData(review.queryKey)?.member;
  const track = member && submissionTrackOf(member);
  if (track) await client.prefetchQuery(taskQuery(track));
}
