import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { undoAnswer } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import {
  type ReviewWrite,
  type ReviewWritten,
  reviewWritten,
  type SubmissionReview,
} from '#domain/review.ts';
import { deskTexts } from '#domain/review-texts.ts';
import { useLive } from '../live.tsx';
import type { LiveRecords } from '../live-records.ts';
import { useNotify } from '../notifications.tsx';
import { reviewQuery } from './queries.ts';
import { replacesOnlyShown } from './replaces-only-shown.ts';

export type DeskWrite = Omit<ReviewWrite, 'version'>;

interface Done {
  uid: string;
  name: string;
  /** The number of the change, once it is known; null if there was none. */
  change: Promise<number | null>;
}

/**
 * The desk's writes: shown at once, sent one after the other for each submission, each with the version that the page
 * showed. Remembers what was done, for undo.
 */
export function useReviewWrites(open: (uid: string) => void) {
  const client = useQueryClient();
  const { records } = useLive();
  const notify = useNotify();
  const done = useRef<Done[]>([]);
  const [writer] = useState(() => createWriter(client, records));
  /** Names of the members whose review could not be saved, by uid, until it is. */
  const unsaved = useRef(new Map<string, string>());
  const openRef = useRef(open);
  openRef.current = open;

  return useMemo(() => {
    function onFailure(uid: string, name: string, error: unknown) {
      if (error instanceof ApiFailure && error.status === 401) {
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
      const isReview = unsaved.current.has(uid);
      const names = isReview ? [...unsaved.current.values()] : [name];
      notify({
        tone: 'error',
        text: deskTexts.notSaved(names, failureMessage(error)),
        // A text is saved once the connection is back; a review has to be done again.
        ...(!isReview && { error }),
        action: { label: deskTexts.look, run: () => openRef.current(uid) },
      });
    }

    /** @param member as the page shows it */
    async function save(member: Member, write: DeskWrite): Promise<boolean> {
      const { uid, fullName, email } = member;
      const work = writer.save(member, write);
      const isReview = 'submissionReviewed' in write || 'graded' in write || 'send' in write;
      if (isReview) {
        const change = work.then((written) => written.change).catch(() => null);
        done.current.push({ uid, name: fullName || email, change });
      }
      try {
        await work;
        if (isReview) unsaved.current.delete(uid);
        return true;
      } catch (error) {
        if (isReview) unsaved.current.set(uid, fullName || email);
        onFailure(uid, fullName || email, error);
        return false;
      }
    }

    /** Takes the last review of this page back and shows its submission. */
    async function undo(): Promise<void> {
      for (let last = done.current.pop(); last; last = done.current.pop()) {
        const seq = await last.change;
        if (seq === null) continue;
        openRef.current(last.uid);
        try {
          await writer.undo(last.uid, seq);
          notify({ tone: 'success', text: deskTexts.undone(last.name) });
        } catch (error) {
          onFailure(last.uid, last.name, error);
        }
        return;
      }
      notify({ tone: 'error', text: deskTexts.nothingToUndo });
    }

    return { save, undo, isOwn: writer.isOwn, isBusy: writer.isBusy };
  }, [client, notify, writer]);
}

function createWriter(client: QueryClient, records: LiveRecords) {
  const { inTurn, isBusy } = createTurns();
  /** The versions that this page's own writes made. */
  const own = new Set<string>();

  const cached = (uid: string) => client.getQueryData(reviewQuery(uid).queryKey);

  /** Reads the submission again, whatever the stream has said so far. */
  function readAgain(uid: string): Promise<SubmissionReview> {
    return client.fetchQuery({ ...reviewQuery(uid), staleTime: 0 });
  }

  async function send(member: Member, write: DeskWrite): Promise<ReviewWritten> {
    const { uid } = member;
    const read = cached(uid) ?? (await readAgain(uid));
    try {
      return await patch(uid, { ...write, version: read.version });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      // Another account reads nothing here, and would only replace the reason.
      if (error.code === 'ACCOUNT_CHANGED') throw error;
      const now = await readAgain(uid);
      // The stream shows the marks of another page before the version that goes with them has been read.
      if (!replacesOnlyShown(write, { ...read, member }, now)) throw error;
      return patch(uid, { ...write, version: now.version });
    }
  }

  async function save(member: Member, write: DeskWrite): Promise<ReviewWritten> {
    const { uid } = member;
    const { submissionReviewed, graded } = write;
    const withdraw = records.propose([uid], {
      ...(submissionReviewed !== undefined && { submissionReviewed }),
      ...(graded !== undefined && { graded }),
    });
    try {
      return await inTurn(uid, async () => {
        const { change: _change, ...written } = await send(member, write);
        own.add(written.version);
        const { queryKey } = reviewQuery(uid);
        client.setQueryData(queryKey, (former) => (former && former.seq > written.seq ? former : written));
        return { ...written, change: _change };
      });
    } finally {
      withdraw();
    }
  }

  function undo(uid: string, seq: number): Promise<void> {
    return inTurn(uid, async () => {
      await request(`/api/admin/changes/${seq}/undo`, undoAnswer, { method: 'POST', body: {} });
      own.add((await readAgain(uid)).version);
    });
  }

  return {
    save,
    undo,
    isOwn: (version: string) => own.has(version),
    isBusy,
  };
}

function patch(uid: string, body: ReviewWrite): Promise<ReviewWritten> {
  return request(`/api/admin/reviews/${encodeURIComponent(uid)}`, reviewWritten, { method: 'PATCH', body });
}

/** Runs one thing after the other for each submission. Asks before the page is left meanwhile. */
function createTurns() {
  const underWay = new Map<string, Promise<unknown>>();
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();

  function inTurn<T>(uid: string, work: () => Promise<T>): Promise<T> {
    const before = underWay.get(uid) ?? Promise.resolve();
    const mine = before.then(work, work);
    underWay.set(uid, mine);
    window.addEventListener('beforeunload', ask);
    const settle = () => {
      if (underWay.get(uid) === mine) underWay.delete(uid);
      if (underWay.size === 0) window.removeEventListener('beforeunload', ask);
    };
    mine.then(settle, settle);
    return mine;
  }

  return { inTurn, isBusy: (uid: string) => underWay.has(uid) };
}
