import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { membersKey, outcomeKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import { changePages } from '#client/lib/cache-answer.ts';
import { refetchAfter, runWrite } from '#client/lib/live-queries.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { useUndo } from '#client/member-ui/changes/mutations.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import type { MemberPage } from '#domain/member-list.ts';
import type { Outcome } from '#domain/outcomes.ts';
import {
  type MemberOutcome,
  memberOutcome,
  type OutcomesAnswer,
  type OutcomesWrite,
  outcomesAnswer,
} from '#domain/results.ts';
import { decideTexts as texts } from './decide-texts.ts';

interface Decision {
  uids: readonly string[];
  outcome: Outcome | null;
  /** The outcomes that the page shows: another one is not replaced. Asked once this page's former decision has ended. */
  shown: () => OutcomesWrite['shown'];
}

/**
 * Gives members an outcome, or none, and offers to undo that. A failure is a notification.
 * @returns what has changed; null if nothing was saved
 */
export function useDecide(): (decision: Decision) => Promise<OutcomesAnswer | null> {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const undo = useUndo();

  return useCallback(
    async ({ uids, outcome, shown }) => {
      const write = async () => {
        const body = { uids, outcome, shown: shown() };
        const written = await request('/api/admin/outcomes', outcomesAnswer, { method: 'PATCH', body });
        showOutcome(client, uids, outcome);
        return written;
      };
      const refresh = () => refetchAfter(client, { topic: 'results', uid: null });
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
      return answer;
    },
    [client, notify, notifyOnFailure, undo],
  );
}

/** Shows an outcome that is saved until the data is fetched again: the next press follows what it shows. */
function showOutcome(client: QueryClient, uids: readonly string[], outcome: Outcome | null): void {
  changePages<MemberPage>(client, membersKey, (page) => ({
    ...page,
    members: page.members.map((member) => (uids.includes(member.uid) ? { ...member, outcome } : member)),
  }));
  for (const uid of uids) {
    client.setQueryData<MemberOutcome>([...outcomeKey, uid], (former) => former && { ...former, outcome });
  }
}

export function outcomeQuery(uid: string) {
  return readQuery([...outcomeKey, uid], `/api/admin/outcomes/${encodeURIComponent(uid)}`, memberOutcome, {
    staleTime: untilChanged,
  });
}
