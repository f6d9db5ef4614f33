import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import type { ReviewedMember, ReviewSet, ShownReview } from '#domain/review.ts';
import { resultText, reviewTexts } from '#domain/review-texts.ts';
import { reviewQuery } from './queries.ts';
import { isReviewWrite, undoReview, writeReviews } from './write-reviews.ts';

type Reviewed = Pick<ReviewedMember, 'uid' | 'fullName' | 'email'>;

interface ReviewsParts {
  client: QueryClient;
  notify: ReturnType<typeof useNotify>;
  notifyOnFailure: ReturnType<typeof useNotifyOnFailure>;
  opener: RefObject<((uid: string) => void) | undefined>;
}

/**
 * Reviews of single submissions. A failure is a notification; what was done is remembered, for undo. Asks before the page is
 * left while one is being saved.
 * @param open shows a submission that could not be reviewed or whose review was undone
 */
export function useReviews(open?: (uid: string) => void) {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const opener = useRef(open);
  opener.current = open;
  const isSaving = useIsMutating({ predicate: isReviewWrite }) > 0;
  useEffect(() => {
    if (!isSaving) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaving]);
  return useMemo(
    () => createReviews({ client, notify, notifyOnFailure, opener }),
    [client, notify, notifyOnFailure],
  );
}
export type Reviews = ReturnType<typeof useReviews>;

function createReviews({ client, notify, notifyOnFailure, opener }: ReviewsParts) {
  const done: { member: Reviewed; change: Promise<number | null> }[] = [];
  /** Names of the members whose review could not be saved, by uid, until it is. */
  const unsaved = new Map<string, string>();
  const { track, isOwn, isBusy } = createOwnWrites(client);

  function lookAt(uid: string) {
    return opener.current && { action: { label: reviewTexts.look, run: () => opener.current?.(uid) } };
  }

  function remember(member: Reviewed, change: Promise<number | null>): void {
    done.push({ member, change: change.catch(() => null) });
  }

  /** @returns whether the server took it */
  async function save(member: Reviewed, shown: ShownReview, set: ReviewSet): Promise<boolean> {
    const { uid } = member;
    const givesOpinion = set.opinion !== undefined && !set.opinion.unfinished;
    const isReview = 'submissionReviewed' in set || 'graded' in set || 'send' in set || givesOpinion;
    const work = track(uid, writeReviews(client, [{ uid, shown, set }]));
    if (isReview)
      remember(
        member,
        work.then(({ seq }) => seq),
      );
    const answer = await notifyOnFailure(work, (reason, error) => {
      if (isReview) unsaved.set(uid, nameOf(member));
      const names = isReview ? [...unsaved.values()] : [nameOf(member)];
      // A text is saved once the connection is back; a review has to be done again.
      return { text: reviewTexts.notSaved(names, reason), ...(!isReview && { error }), ...lookAt(uid) };
    });
    if (answer && isReview) unsaved.delete(uid);
    return answer !== null;
  }

  /** Undoes the last review or outcome of this page, and shows its submission. */
  async function undoLast(): Promise<void> {
    for (let last = done.pop(); last; last = done.pop()) {
      const { uid } = last.member;
      const name = nameOf(last.member);
      const seq = await last.change;
      if (seq === null) continue;
      opener.current?.(uid);
      const undone = await notifyOnFailure(track(uid, undoReview(client, uid, seq)), (reason, error) => ({
        text: reviewTexts.notUndone(name, reason),
        error,
        ...lookAt(uid),
      }));
      if (undone) notify({ tone: 'success', text: reviewTexts.undone(name) });
      return;
    }
    notify({ tone: 'error', text: reviewTexts.nothingToUndo });
  }

  return { save, remember, undoLast, isOwn, isBusy };
}

/** The writes of this page, which are no news to it. */
function createOwnWrites(client: QueryClient) {
  let writing = 0;
  /** The result of each submission when the last write to it ended. */
  const own = new Map<string, string>();
  return {
    async track<T>(uid: string, write: Promise<T>): Promise<T> {
      writing += 1;
      try {
        return await write;
      } finally {
        const review = client.getQueryData(reviewQuery(uid).queryKey);
        if (review) own.set(uid, resultOf(review.member));
        writing -= 1;
      }
    },
    isOwn: ({ uid, ...member }: ReviewedMember) => own.get(uid) === resultOf(member),
    isBusy: () => writing > 0,
  };
}

/** Another text for every other submission, marks and feedback. */
export function resultOf(member: Omit<ReviewedMember, 'uid'>): string {
  return JSON.stringify([member.submittedAt, member.githubLink, resultText(member), member.feedback]);
}

export function nameOf({ fullName, email }: Pick<Reviewed, 'fullName' | 'email'>): string {
  if (fullName === undefined) return reviewTexts.anonymous;
  return fullName || email || reviewTexts.nameless;
}
