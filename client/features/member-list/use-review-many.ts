import { useQueryClient } from '@tanstack/react-query';
import { useUndo } from '#client/features/history/mutations.ts';
import { useNotifyOnFailure } from '#client/features/live/use-notify-on-failure.ts';
import { currentValues, request } from '#client/lib/api.ts';
import { refetchAfter, runWrite } from '#client/lib/live-queries.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import { outdatedMembers, type ReviewFlags, type ReviewMany, reviewManyAnswer } from '#domain/review.ts';
import { reviewManyTexts as texts } from './texts.ts';

/**
 * Sets marks of many submissions. The outcome, with undo, is a notification.
 * @returns for the versions that the page showed, by uid: the submissions that have changed, if nothing was saved
 *   because of them; null if it was saved
 */
export function useReviewMany() {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const undo = useUndo();

  return async (versions: ReadonlyMap<string, string>, flags: ReviewFlags): Promise<string[] | null> => {
    const members = [...versions].map(([uid, version]) => ({ uid, version }));
    const body: ReviewMany = { members, ...flags };
    const write = () => request('/api/admin/reviews', reviewManyAnswer, { method: 'PATCH', body });
    let changed: string[] = [];
    const answer = await notifyOnFailure(runWrite(client, 'reviews', write), (reason, error) => {
      changed = currentValues(error, outdatedMembers)?.map(({ uid }) => uid) ?? [];
      return { text: `${texts.notSaved} ${reason}`, error };
    });
    for (const uid of versions.keys()) refetchAfter(client, { topic: 'record', uid });
    if (!answer) return changed;
    const { seq } = answer;
    notify({
      tone: 'success',
      text: texts.saved(answer.changed, answer.skipped.length, flags),
      ...(seq !== null && { action: { label: texts.undo, run: () => void undo(seq) } }),
    });
    return null;
  };
}
