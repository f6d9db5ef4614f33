import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { type ReviewManyAnswer, reviewManyAnswer } from '#domain/admin.ts';
import { undoAnswer } from '#domain/changes.ts';
import { member } from '#domain/members.ts';
import { useLive } from './live.tsx';
import type { LiveRecords, ReviewFlags } from './live-records.ts';
import { useNotify } from './notifications.tsx';
import { membersKey } from './queries.ts';
import { reviewTexts as texts } from './texts.ts';

/** How long the stream may take to send a review that the server has confirmed, in milliseconds. */
const confirmation = 2_000;

/** Reviews shown at once, confirmed by the server, and rolled back with a message where it refuses. */
export function useReviews() {
  const client = useQueryClient();
  const { records } = useLive();
  const notify = useNotify();

  return useMemo(() => {
    const reviewer = createReviewer(client, records);

    /** Shows why `work` was refused; the rows then show their former state. */
    async function told<T>(what: string, work: Promise<T>): Promise<T | null> {
      try {
        return await work;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) {
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        }
        notify({ tone: 'error', text: `${what} ${failureMessage(error)}`, error });
        return null;
      }
    }

    async function undo(seq: number): Promise<boolean> {
      const answer = await told(texts.notUndone, reviewer.undo(seq));
      return answer !== null;
    }

    return {
      undo,
      async review(row: { uid: string; fullName: string }, flags: ReviewFlags): Promise<void> {
        await told(texts.notSavedOf(row.fullName), reviewer.one(row.uid, flags));
      },
      /** @returns whether the server took it */
      async reviewMany(uids: readonly string[], flags: ReviewFlags): Promise<boolean> {
        const answer = await told(texts.notSaved, reviewer.many(uids, flags));
        if (!answer) return false;
        const { seq } = answer;
        notify({
          tone: 'success',
          text: manyText(answer, flags),
          ...(seq !== null && { action: { label: texts.undo, run: () => void undo(seq) } }),
        });
        return true;
      },
    };
  }, [client, records, notify]);
}

function manyText({ changed, skipped }: ReviewManyAnswer, flags: ReviewFlags): string {
  const saved = texts.saved(changed, flags);
  if (skipped.length === 0) return saved;
  const left = texts.skipped(skipped.length);
  return changed === 0 ? left : `${saved} ${left}`;
}

function createReviewer(client: QueryClient, records: LiveRecords) {
  /** The last review of each member that is being saved: the next one waits for it, so that the last click wins. */
  const underWay = new Map<string, Promise<unknown>>();

  async function one(uid: string, flags: ReviewFlags): Promise<void> {
    const withdraw = records.propose([uid], flags);
    const before = underWay.get(uid);
    const work = (async () => {
      await before?.catch(() => {});
      const seen = records.reviewSeq(uid);
      await request(`/api/admin/members/${encodeURIComponent(uid)}/review`, member, {
        method: 'PATCH',
        body: flags,
      });
      await confirmed(() => records.reviewSeq(uid) > seen);
    })();
    underWay.set(uid, work);
    try {
      await work;
    } finally {
      if (underWay.get(uid) === work) underWay.delete(uid);
      withdraw();
    }
  }

  async function many(uids: readonly string[], flags: ReviewFlags): Promise<ReviewManyAnswer> {
    const withdraw = records.propose(uids, flags);
    try {
      const answer = await request('/api/admin/reviews', reviewManyAnswer, {
        method: 'PATCH',
        body: { uids, ...flags },
      });
      const { batch, changed } = answer;
      if (batch) await confirmed(() => records.batchCount(batch) >= changed);
      return answer;
    } finally {
      withdraw();
    }
  }

  /** Waits until the stream has sent the review or, if it does not, until the lists are loaded again. */
  async function confirmed(condition: () => boolean): Promise<void> {
    try {
      await records.until(condition, AbortSignal.timeout(confirmation));
    } catch {
      await client.invalidateQueries({ queryKey: membersKey });
    }
  }

  return {
    one,
    many,
    undo: (seq: number) =>
      request(`/api/admin/changes/${seq}/undo`, undoAnswer, { method: 'POST', body: {} }),
  };
}
