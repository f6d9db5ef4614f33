import { useQueryClient } from '@tanstack/react-query';
import { currentValues } from '#client/lib/api.ts';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { useUndo } from '#client/member-ui/changes/mutations.ts';
import { writeReviews } from '#client/member-ui/reviews/write-reviews.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import { currentReviews, type ReviewFlags, reviewsCap, type ShownReview } from '#domain/review.ts';
import { reviewManyTexts as texts } from './texts.ts';

/**
 * Sets marks of many submissions. The outcome, with undo, is a notification.
 * @returns for what the page showed, by uid: the submissions that have changed, if they were not saved because of that;
 *   null if all were saved
 */
export function useReviewMany() {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const undo = useUndo();

  return async (shown: ReadonlyMap<string, ShownReview>, set: ReviewFlags): Promise<string[] | null> => {
    const reviews = [...shown].map(([uid, seen]) => ({ uid, shown: seen, set }));
    const saved = { changed: 0, skipped: 0, changes: [] as number[] };
    let outdated: string[] | null = null;
    for (let from = 0; from < reviews.length && !outdated; from += reviewsCap) {
      const work = writeReviews(client, reviews.slice(from, from + reviewsCap));
      const answer = await notifyOnFailure(work, (reason, error) => {
        outdated = currentValues(error, currentReviews)?.map(({ member }) => member.uid) ?? [];
        return { text: `${texts.notSaved} ${reason}`, error };
      });
      if (!answer) break;
      saved.changed += answer.changed;
      saved.skipped += answer.skipped.length;
      if (answer.seq !== null) saved.changes.push(answer.seq);
    }
    const { changed, skipped, changes } = saved;
    const undoAll = async () => {
      for (const seq of changes) await undo(seq);
    };
    if (!outdated || changed > 0) {
      notify({
        tone: 'success',
        text: texts.saved(changed, skipped, set),
        ...(changes.length > 0 && { action: { label: texts.undo, run: () => void undoAll() } }),
      });
    }
    return outdated;
  };
}
