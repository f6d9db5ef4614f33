import type { Mutation, QueryClient } from '@tanstack/react-query';
import { membersKey, recordKey, reviewKey } from '#client/lib/admin-keys.ts';
import { currentValues, request } from '#client/lib/api.ts';
import { changePages } from '#client/lib/cache-answer.ts';
import { refetchAfter, runWrite } from '#client/lib/live-queries.ts';
import { undoChange } from '#client/member-ui/changes/mutations.ts';
import type { MemberPage } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import type { OwnOpinion } from '#domain/opinions.ts';
import {
  currentReviews,
  type ReviewFlags,
  type ReviewSet,
  type ReviewsAnswer,
  type ReviewWrite,
  reviewsAnswer,
  type SubmissionReview,
} from '#domain/review.ts';
import { pick } from '#domain/shown.ts';
import { reviewQuery } from './queries.ts';

const scope = 'review';

/** Names the writes that follow one another: those of a submission, and those of many. */
function scopeOf(uids: readonly string[]): string {
  return uids.length === 1 ? `${scope} ${uids[0]}` : scope;
}

export function isReviewWrite({ options }: Mutation): boolean {
  return options.scope?.id.startsWith(scope) ?? false;
}

/**
 * The one way to review: marks, feedback and opinion are shown before they are saved, and rolled back if they cannot
 * be. If the server refuses because of newer values, those are shown.
 */
export async function writeReviews(
  client: QueryClient,
  reviews: readonly ReviewWrite[],
): Promise<ReviewsAnswer> {
  const uids = reviews.map(({ uid }) => uid);
  const counted = reviews.map(({ uid }) => client.getQueryData(reviewQuery(uid).queryKey)?.opinion.given);
  for (const { uid, set } of reviews) show(client, uid, early(set));
  async function send(): Promise<ReviewsAnswer> {
    try {
      const body = { reviews };
      const answer = await request('/api/admin/reviews', reviewsAnswer, { method: 'PATCH', body });
      for (const { uid, set } of reviews) show(client, uid, late(set));
      return answer;
    } catch (error) {
      for (const [index, { uid, set, shown }] of reviews.entries())
        show(client, uid, { ...formerly(early(set), shown), opinion: formerOpinion(shown, counted[index]) });
      for (const review of currentValues(error, currentReviews) ?? []) showCurrent(client, review);
      throw error;
    }
  }
  try {
    return await runWrite(client, scopeOf(uids), send);
  } finally {
    for (const uid of uids) refetchAfter(client, { topic: 'record', uid });
  }
}

/** Undoes a review, and shows the submission as it is then. */
export function undoReview(client: QueryClient, uid: string, seq: number): Promise<boolean> {
  return runWrite(client, scopeOf([uid]), async () => {
    await undoChange(seq);
    await client.fetchQuery({ ...reviewQuery(uid), staleTime: 0 });
    return true;
  });
}

/** The values of a review that the pages show. */
type ShownSet = Omit<ReviewSet, 'send' | 'opinion'> & {
  feedback?: string | null;
  opinion?: Partial<OwnOpinion>;
};

function showCurrent(client: QueryClient, review: SubmissionReview): void {
  const { uid } = review.member;
  client.setQueryData(reviewQuery(uid).queryKey, review);
  showFlags(client, uid, pick(review.member, ['submissionReviewed', 'graded']));
}

/** The part that is shown before it is saved. */
function early({ submissionReviewed, graded, opinion, send, draft }: ReviewSet): ShownSet {
  return withoutMissing({
    ...{ submissionReviewed, graded, feedback: send && (draft || null) },
    opinion: opinion && withoutMissing({ met: opinion.met, given: !opinion.unfinished || undefined }),
  });
}

/** The part that is shown once it is saved: a text is in its field already. */
function late({ draft, note, opinion }: ReviewSet): ShownSet {
  return withoutMissing({ draft, note, opinion: opinion && withoutMissing({ comment: opinion.comment }) });
}

function formerly(set: ShownSet, shown: ReviewWrite['shown'] = {}): ShownSet {
  const names = Object.keys(set).filter((name) => Object.hasOwn(shown, name));
  return pick(shown, names as (keyof typeof shown)[]) as ShownSet;
}

function formerOpinion({ met }: ReviewWrite['shown'] = {}, given?: boolean): Partial<OwnOpinion> {
  return withoutMissing({ met: met as string[] | undefined, given });
}

/** Values that are not given are not set. */
function withoutMissing<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [name in keyof Values]?: Exclude<Values[name], undefined>;
  };
}

/** Shows what a review sets, wherever the submission is shown. */
function show(
  client: QueryClient,
  uid: string,
  { submissionReviewed, graded, feedback, opinion, ...rest }: ShownSet,
) {
  const flags = withoutMissing({ submissionReviewed, graded });
  const ofMember = withoutMissing({ ...flags, feedback });
  showFlags(client, uid, flags);
  client.setQueryData<SubmissionReview>(
    reviewQuery(uid).queryKey,
    (review) =>
      review && {
        ...{ ...review, ...withoutMissing(rest) },
        member: { ...review.member, ...ofMember },
        opinion: { ...review.opinion, ...opinion },
      },
  );
}

/** Responses under way are dropped: they hold the former marks. The data is fetched again after the write. */
function showFlags(client: QueryClient, uid: string, flags: ReviewFlags): void {
  for (const queryKey of [membersKey, recordKey, reviewKey])
    void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  changePages<MemberPage>(client, membersKey, (page) => ({
    ...page,
    members: page.members.map((member) => (member.uid === uid ? { ...member, ...flags } : member)),
  }));
  client.setQueryData<Member>([...recordKey, uid], (member) => member && { ...member, ...flags });
}
