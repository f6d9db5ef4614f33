import { queryOptions } from '@tanstack/react-query';
import { reviewKey, snippetsKey } from '#client/lib/admin-keys.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { type SnippetKind, snippetList, submissionReview } from '#domain/review.ts';

export const memberParameter = 'member';

export function deskAddress(uid: string): string {
  return `/admin/review?${memberParameter}=${encodeURIComponent(uid)}`;
}

export function reviewQuery(uid: string) {
  return queryOptions({
    ...readQuery([...reviewKey, uid], `/api/admin/reviews/${encodeURIComponent(uid)}`, submissionReview),
    staleTime: untilChanged,
    // A submission that another reviewer has left without a word is free when their time is over.
    refetchInterval: ({ state: { data } }) =>
      data?.claim && !data.claim.mine ? 1000 * (data.claim.secondsLeft + 1) : false,
  });
}

export const snippetAddresses: Record<SnippetKind, string> = {
  feedback: '/api/admin/review-snippets',
  answer: '/api/admin/answer-snippets',
};

export const snippetsQuery = (kind: SnippetKind) =>
  readQuery([...snippetsKey, kind], snippetAddresses[kind], snippetList, { staleTime: untilChanged });
