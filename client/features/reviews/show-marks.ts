import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { membersKey, recordKey, reviewKey } from '#client/lib/query-keys.ts';
import type { MemberPage } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import type { ReviewFlags, SubmissionReview } from '#domain/review.ts';

/**
 * Shows marks that are being saved, wherever the members are shown. Responses under way are dropped: they hold the former
 * marks. The data is fetched again after the write.
 * @returns a function that shows the former marks again
 */
export function showMarks(client: QueryClient, uids: readonly string[], flags: ReviewFlags): () => void {
  const former = new Map<string, ReviewFlags>();
  for (const queryKey of [membersKey, recordKey, reviewKey]) {
    const hasData = {
      queryKey,
      predicate: ({ state }: { state: { data: unknown } }) => state.data !== undefined,
    };
    void client.cancelQueries(hasData);
  }
  changeMembers(client, uids, ({ uid, submissionReviewed, graded }) => {
    if (!former.has(uid)) former.set(uid, { submissionReviewed, graded });
    return flags;
  });
  return () => changeMembers(client, uids, ({ uid }) => former.get(uid) ?? {});
}

type Marked = Pick<Member, 'uid' | 'submissionReviewed' | 'graded'>;

function changeMembers(
  client: QueryClient,
  uids: readonly string[],
  flagsOf: (member: Marked) => ReviewFlags,
): void {
  const changed = new Set(uids);
  const change = <M extends Marked>(member: M): M =>
    changed.has(member.uid) ? { ...member, ...flagsOf(member) } : member;
  client.setQueriesData<InfiniteData<MemberPage>>(
    { queryKey: membersKey },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, members: page.members.map(change) })) },
  );
  for (const uid of changed) {
    client.setQueryData<Member>([...recordKey, uid], (member) => member && change(member));
    client.setQueryData<SubmissionReview>(
      [...reviewKey, uid],
      (review) => review && { ...review, member: change(review.member) },
    );
  }
}
