import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { membersKey, queueKey } from '#client/lib/admin-keys.ts';
import { listQuery, listState, pagesQuery } from '#client/lib/list-state.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { changesQuery } from '#client/member-ui/changes/queries.ts';
import { reviewQuery } from '#client/member-ui/reviews/queries.ts';
import { taskQuery } from '#client/member-ui/task-query.ts';
import { submissionTrackOf } from '#domain/members.ts';
import {
  type ReviewQueue,
  type ReviewQueueQuery,
  reviewQueue,
  reviewQueueQuery,
  submissionList,
} from '#domain/review.ts';

export type QueueFilter = Omit<ReviewQueueQuery, 'at'>;

export const queueState = listState(z.omit(reviewQueueQuery, { at: true }));

export function queueQuery(filter: QueueFilter, at: string | null) {
  return readQuery(
    [...queueKey, { filter, at }],
    `/api/admin/review-queue?${listQuery({ ...filter, at: at ?? '' })}`,
    reviewQueue,
    { staleTime: untilChanged },
  );
}

const pageSize = 50;

/** The submissions of a filter, oldest first, page by page: those that wait for review, unless it asks for others. */
export function queueListQuery(filter: QueueFilter) {
  const address = '/api/admin/review-queue/submissions';
  const query = { ...filter, limit: pageSize };
  return {
    ...pagesQuery([...membersKey, { queue: filter }], address, submissionList, query),
    staleTime: untilChanged,
  };
}

/**
 * Loads the neighbours of a submission that are not loaded yet, so that they appear immediately. Data that is there but
 * outdated is loaded again when its submission is opened: after each review that would be the queue of every neighbour.
 */
export async function prefetchNeighbours(
  client: QueryClient,
  filter: QueueFilter,
  { next, nextWaiting, previous }: ReviewQueue,
  withHistory: boolean,
): Promise<void> {
  const uids = new Set([nextWaiting, next, previous].filter((uid) => uid !== null));
  await Promise.allSettled([...uids].map((uid) => loadMissing(client, filter, uid, withHistory)));
}

async function loadMissing(
  client: QueryClient,
  filter: QueueFilter,
  uid: string,
  withHistory: boolean,
): Promise<void> {
  const [{ member }] = await Promise.all([
    client.ensureQueryData(reviewQuery(uid)),
    client.ensureQueryData(queueQuery(filter, uid)),
    ...(withHistory ? [client.ensureInfiniteQueryData(changesQuery(uid))] : []),
  ]);
  const track = submissionTrackOf(member);
  if (track) await client.ensureQueryData(taskQuery(track));
}
