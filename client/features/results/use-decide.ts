import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useUndo } from '#client/features/history/mutations.ts';
import { useNotifyOnFailure } from '#client/features/live/use-notify-on-failure.ts';
import { request } from '#client/lib/api.ts';
import { refetch, runWrite } from '#client/lib/live-queries.ts';
import { membersKey, outcomeKey, resultsKey } from '#client/lib/query-keys.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import type { Outcome } from '#domain/outcomes.ts';
import { outcomesAnswer } from '#domain/results.ts';
import { decideTexts as texts } from './texts.ts';

/**
 * Gives members an outcome, or none, and offers to undo that. A failure is a notification.
 * @returns the number of the change, for undo; null if there is nothing to undo
 */
export function useDecide(): (uids: readonly string[], outcome: Outcome | null) => Promise<number | null> {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const undo = useUndo();

  return useCallback(
    async (uids, outcome) => {
      const write = () =>
        request('/api/admin/outcomes', outcomesAnswer, { method: 'PATCH', body: { uids, outcome } });
      const refresh = () => refetch(client, [membersKey, resultsKey, outcomeKey]);
      const answer = await notifyOnFailure(runWrite(client, 'outcomes', write), (reason, error) => ({
        text: `${texts.failed} ${reason}`,
        error,
      }));
      refresh();
      if (!answer) return null;
      const { changed, skipped, seq } = answer;
      const done = changed === 0 ? texts.nothing : texts.done(changed, outcome);
      notify({
        tone: 'success',
        text: `${done}${skipped.length > 0 ? texts.skipped(skipped.length) : ''}`,
        ...(seq !== null && {
          action: { label: texts.undo, run: () => void undo(seq).then(refresh) },
        }),
      });
      return seq;
    },
    [client, notify, notifyOnFailure, undo],
  );
}
