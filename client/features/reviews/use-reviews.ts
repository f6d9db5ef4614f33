import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef } from 'react';
import { undoChange } from '#client/features/history/mutations.ts';
import { useNotifyOnFailure } from '#client/features/live/use-notify-on-failure.ts';
import { ApiFailure, currentValues, request } from '#client/lib/api.ts';
import { changePages } from '#client/lib/cache-answer.ts';
import { refetchAfter, runWrite } from '#client/lib/live-queries.ts';
import { membersKey, recordKey, reviewKey } from '#client/lib/query-keys.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import type { MemberPage } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import {
  type ReviewFlags,
  type ReviewWrite,
  type ReviewWritten,
  reviewWritten,
  type SubmissionReview,
  submissionReview,
} from '#domain/review.ts';
import { deskTexts } from '#domain/review-texts.ts';
import { reviewQuery } from './queries.ts';

type Reviewed = Pick<Member, 'uid' | 'fullName' | 'email' | 'submissionReviewed' | 'graded'>;

interface ReviewsParts {
  client: QueryClient;
  notify: ReturnType<typeof useNotify>;
  notifyOnFailure: ReturnType<typeof useNotifyOnFailure>;
  opener: RefObject<((uid: string) => void) | undefined>;
}

/**
 * Reviews of submissions: shown at once, sent one after the other for each submission, each with the version that the
 * page showed, and rolled back with a message where the server refuses. Remembers what was done, for undo.
 * @param open shows a submission that could not be reviewed or whose review was undone
 */
export function useReviews(open?: (uid: string) => void) {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const opener = useRef(open);
  opener.current = open;
  return useMemo(
    () => createReviews({ client, notify, notifyOnFailure, opener }),
    [client, notify, notifyOnFailure],
  );
}
export type Reviews = ReturnType<typeof useReviews>;

function createReviews({ client, notify, notifyOnFailure, opener }: ReviewsParts) {
  const { write, undo, isOwn, isBusy } = createWriter(client);
  const done: { uid: string; name: string; change: Promise<number | null> }[] = [];
  /** Names of the members whose review could not be saved, by uid, until it is. */
  const unsaved = new Map<string, string>();

  function lookAt(uid: string) {
    return opener.current && { action: { label: deskTexts.look, run: () => opener.current?.(uid) } };
  }

  /** Remembers what was done for a member, for undo. */
  function remember(member: Reviewed, change: Promise<number | null>): void {
    done.push({ uid: member.uid, name: nameOf(member), change: change.catch(() => null) });
  }

  /** @returns whether the server took it */
  async function save(
    member: Reviewed,
    version: string,
    wanted: Omit<ReviewWrite, 'version'>,
  ): Promise<boolean> {
    const { uid } = member;
    const name = nameOf(member);
    const isReview = 'submissionReviewed' in wanted || 'graded' in wanted || 'send' in wanted;
    const work = write(member, version, wanted);
    if (isReview)
      remember(
        member,
        work.then(({ change }) => change),
      );
    const written = await notifyOnFailure(work, (reason, error) => {
      if (isReview) unsaved.set(uid, name);
      const names = isReview ? [...unsaved.values()] : [name];
      // A text is saved once the connection is back; a review has to be done again.
      return { text: deskTexts.notSaved(names, reason), ...(!isReview && { error }), ...lookAt(uid) };
    });
    if (written && isReview) unsaved.delete(uid);
    return written !== null;
  }

  /** Takes the last review or outcome of this page back and shows its submission. */
  async function undoLast(): Promise<void> {
    for (let last = done.pop(); last; last = done.pop()) {
      const { uid, name } = last;
      const seq = await last.change;
      if (seq === null) continue;
      opener.current?.(uid);
      const undone = await notifyOnFailure(undo(uid, seq), (reason, error) => ({
        text: deskTexts.notUndone(name, reason),
        error,
        ...lookAt(uid),
      }));
      if (undone) notify({ tone: 'success', text: deskTexts.undone(name) });
      return;
    }
    notify({ tone: 'error', text: deskTexts.nothingToUndo });
  }

  return { save, remember, undoLast, isOwn, isBusy };
}

function nameOf({ fullName, email }: Reviewed): string {
  return fullName || email || deskTexts.nameless;
}

/** Sends reviews, one after the other for each submission. Asks before the page is left during one. */
function createWriter(client: QueryClient) {
  /** The versions that this page's own writes made. */
  const own = new Set<string>();
  const underWay = new Map<string, Promise<SubmissionReview>>();
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();

  /** `work` gets the result of the work that it waited for; null if there was none, or it failed. */
  function enqueue<T extends SubmissionReview>(
    uid: string,
    work: (before: SubmissionReview | null) => Promise<T>,
  ): Promise<T> {
    const before = underWay.get(uid)?.catch(() => null) ?? Promise.resolve(null);
    const mine = before.then((former) => runWrite(client, `review ${uid}`, () => work(former)));
    underWay.set(uid, mine);
    window.addEventListener('beforeunload', ask);
    const settle = () => {
      if (underWay.get(uid) === mine) underWay.delete(uid);
      if (underWay.size === 0) window.removeEventListener('beforeunload', ask);
    };
    mine.then(settle, settle);
    return mine;
  }

  async function write(
    member: Reviewed,
    version: string,
    wanted: Omit<ReviewWrite, 'version'>,
  ): Promise<ReviewWritten> {
    const { uid } = member;
    const changed = (['submissionReviewed', 'graded'] as const).filter((name) => name in wanted);
    const marksOf = (source: Pick<ReviewWrite, keyof ReviewFlags>): ReviewFlags =>
      Object.fromEntries(changed.map((name) => [name, source[name]]));
    showMarks(client, uid, marksOf(wanted));
    try {
      return await enqueue(uid, async (before) => {
        // The page already shows what its own write before this one makes of the submission.
        const body: ReviewWrite = { ...wanted, version: before?.version ?? version };
        const path = `/api/admin/reviews/${encodeURIComponent(uid)}`;
        const written = await request(path, reviewWritten, { method: 'PATCH', body });
        own.add(written.version);
        showReview(client, written);
        return written;
      });
    } catch (error) {
      const current = currentValues(error, submissionReview);
      if (current) showReview(client, current);
      if (!(error instanceof ApiFailure) || error.status !== 409) showMarks(client, uid, marksOf(member));
      throw error;
    } finally {
      refetchAfter(client, { topic: 'record', uid });
    }
  }

  function undo(uid: string, seq: number) {
    return enqueue(uid, async () => {
      await undoChange(seq);
      const read = await client.fetchQuery({ ...reviewQuery(uid), staleTime: 0 });
      own.add(read.version);
      return read;
    });
  }

  return {
    write,
    undo,
    isOwn: (version: string) => own.has(version),
    isBusy: (uid: string) => underWay.has(uid),
  };
}

/** Shows a submission as the server has just said that it is. */
function showReview(
  client: QueryClient,
  { change: _change, ...read }: SubmissionReview & { change?: unknown },
): void {
  const { queryKey } = reviewQuery(read.member.uid);
  client.setQueryData(queryKey, (former) => (former && former.seq > read.seq ? former : read));
}

/**
 * Shows marks that are being saved, wherever the member is shown. Responses under way are dropped: they hold the former
 * marks. The data is fetched again after the write.
 */
function showMarks(client: QueryClient, uid: string, marks: ReviewFlags): void {
  for (const queryKey of [membersKey, recordKey, reviewKey])
    void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  changePages<MemberPage>(client, membersKey, (page) => ({
    ...page,
    members: page.members.map((member) => (member.uid === uid ? { ...member, ...marks } : member)),
  }));
  client.setQueryData<Member>([...recordKey, uid], (member) => member && { ...member, ...marks });
  client.setQueryData<SubmissionReview>(
    [...reviewKey, uid],
    (review) => review && { ...review, member: { ...review.member, ...marks } },
  );
}
