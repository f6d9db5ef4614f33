import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { undoChange, useUndo } from '#client/features/history/mutations.ts';
import { useNotifyOnFailure } from '#client/features/live/use-notify-on-failure.ts';
import { ApiFailure, currentValues, request } from '#client/lib/api.ts';
import { formatCount } from '#client/lib/format.ts';
import { refetchAfter, runWrite } from '#client/lib/live-queries.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import type { Member } from '#domain/members.ts';
import {
  outdatedMembers,
  type ReviewFlags,
  type ReviewManyAnswer,
  type ReviewWrite,
  type ReviewWritten,
  reviewManyAnswer,
  reviewWritten,
  type SubmissionReview,
  submissionReview,
} from '#domain/review.ts';
import { deskTexts, flagsText } from '#domain/review-texts.ts';
import { reviewQuery } from './queries.ts';
import { showMarks } from './show-marks.ts';

/** The outcome of a review from a list. */
const texts = {
  notSaved: 'Not saved.',
  nameless: 'This member',
  notUndoneOf: (name: string) => `${name}: not undone.`,
  undo: 'Undo',
  saved: (changed: number, flags: ReviewFlags) =>
    changed === 0
      ? `Nothing to change: all are ${flagsText(flags)} already.`
      : `${formatCount(changed, 'submission', 'submissions')} marked as ${flagsText(flags)}.`,
  skipped: (count: number) => `${formatCount(count, 'member has', 'members have')} no submission.`,
} as const;

type Judgement = Omit<ReviewWrite, 'version'>;
type Reviewed = Pick<Member, 'uid' | 'fullName' | 'email'>;

interface Done {
  uid: string;
  name: string;
  /** The number of the change, once it is known; null if there was none. */
  change: Promise<number | null>;
}

/**
 * Reviews of one submission or many: shown at once, sent one after the other for each submission, each with the version
 * that the page showed, and rolled back with a message where the server refuses. Remembers what was done, for undo.
 * @param open shows a submission that could not be reviewed or whose review was undone
 */
export function useReviews(open?: (uid: string) => void) {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const undo = useUndo();
  const openRef = useRef(open);
  openRef.current = open;
  const canOpen = open !== undefined;

  return useMemo(
    () =>
      createReviews({
        writer: createWriter(client),
        notify,
        notifyOnFailure,
        undo,
        open: canOpen ? (uid) => openRef.current?.(uid) : null,
      }),
    [client, notify, notifyOnFailure, undo, canOpen],
  );
}
export type Reviews = ReturnType<typeof useReviews>;

interface ReviewsParts {
  writer: ReturnType<typeof createWriter>;
  notify: ReturnType<typeof useNotify>;
  notifyOnFailure: ReturnType<typeof useNotifyOnFailure>;
  undo: ReturnType<typeof useUndo>;
  open: ((uid: string) => void) | null;
}

function createReviews({ writer, notify, notifyOnFailure, undo, open }: ReviewsParts) {
  const done: Done[] = [];
  /** Names of the members whose review could not be saved, by uid, until it is. */
  const unsaved = new Map<string, string>();

  function lookAt(uid: string) {
    return open && { action: { label: deskTexts.look, run: () => open(uid) } };
  }

  /** Remembers what was done for a member, for undo. */
  function remember(member: Reviewed, change: Done['change']): void {
    done.push({ uid: member.uid, name: nameOf(member), change: change.catch(() => null) });
  }

  /** @returns whether the server took it */
  async function save(member: Reviewed, version: string, write: Judgement): Promise<boolean> {
    const { uid } = member;
    const name = nameOf(member);
    const isReview = 'submissionReviewed' in write || 'graded' in write || 'send' in write;
    const work = writer.save(uid, version, write);
    if (isReview) remember(member, changeOf(work));
    const written = await notifyOnFailure(work, (reason, error) => {
      if (isReview) unsaved.set(uid, name);
      const names = isReview ? [...unsaved.values()] : [name];
      // A text is saved once the connection is back; a review has to be done again.
      return { text: deskTexts.notSaved(names, reason), ...(!isReview && { error }), ...lookAt(uid) };
    });
    if (written && isReview) unsaved.delete(uid);
    return written !== null;
  }

  /**
   * @param versions what the page showed, by uid
   * @returns the uids of submissions that have changed, if nothing was saved because of them; null if it was saved
   */
  async function saveMany(
    versions: ReadonlyMap<string, string>,
    flags: ReviewFlags,
  ): Promise<string[] | null> {
    let changed: string[] = [];
    const answer = await notifyOnFailure(writer.saveMany(versions, flags), (reason, error) => {
      changed = outdatedUids(error);
      return { text: `${texts.notSaved} ${reason}`, error };
    });
    if (!answer) return changed;
    const { seq } = answer;
    notify({
      tone: 'success',
      text: manyText(answer, flags),
      ...(seq !== null && { action: { label: texts.undo, run: () => void undo(seq) } }),
    });
    return null;
  }

  /** Takes the last review or outcome of this page back and shows its submission. */
  async function undoLast(): Promise<void> {
    for (let last = done.pop(); last; last = done.pop()) {
      const { uid, name } = last;
      const seq = await last.change;
      if (seq === null) continue;
      open?.(uid);
      const undone = await notifyOnFailure(writer.undo(uid, seq), (reason, error) => ({
        text: `${texts.notUndoneOf(name)} ${reason}`,
        error,
        ...lookAt(uid),
      }));
      if (undone) notify({ tone: 'success', text: deskTexts.undone(name) });
      return;
    }
    notify({ tone: 'error', text: deskTexts.nothingToUndo });
  }

  return { save, saveMany, remember, undoLast, isOwn: writer.isOwn, isBusy: writer.isBusy };
}

function nameOf({ fullName, email }: Reviewed): string {
  return fullName || email || texts.nameless;
}

async function changeOf(work: Promise<ReviewWritten>): Promise<number | null> {
  return (await work).change;
}

function manyText({ changed, skipped }: ReviewManyAnswer, flags: ReviewFlags): string {
  const saved = texts.saved(changed, flags);
  if (skipped.length === 0) return saved;
  const left = texts.skipped(skipped.length);
  return changed === 0 ? left : `${saved} ${left}`;
}

function outdatedUids(error: unknown): string[] {
  return currentValues(error, outdatedMembers)?.map(({ uid }) => uid) ?? [];
}

function createWriter(client: QueryClient) {
  const { inTurn, isBusy } = createTurns(client);
  /** The versions that this page's own writes made. */
  const own = new Set<string>();

  /** Shows a submission as the server has just said that it is. */
  function show({ change: _change, ...read }: SubmissionReview & { change?: unknown }): void {
    const { queryKey } = reviewQuery(read.member.uid);
    client.setQueryData(queryKey, (former) => (former && former.seq > read.seq ? former : read));
  }

  async function send(uid: string, body: ReviewWrite): Promise<ReviewWritten> {
    const path = `/api/admin/reviews/${encodeURIComponent(uid)}`;
    try {
      const written = await request(path, reviewWritten, { method: 'PATCH', body });
      own.add(written.version);
      show(written);
      return written;
    } catch (error) {
      const current = currentValues(error, submissionReview);
      if (current) show(current);
      throw error;
    }
  }

  async function save(uid: string, version: string, write: Judgement): Promise<ReviewWritten> {
    const { submissionReviewed, graded } = write;
    const showFormer = showMarks(client, [uid], {
      ...(submissionReviewed !== undefined && { submissionReviewed }),
      ...(graded !== undefined && { graded }),
    });
    try {
      // The page already shows what its own write before this one makes of the submission.
      return await inTurn(uid, (before) => send(uid, { ...write, version: before?.version ?? version }));
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) showFormer();
      throw error;
    } finally {
      refetchAfter(client, { kind: 'review-changed', uid });
    }
  }

  async function saveMany(
    versions: ReadonlyMap<string, string>,
    flags: ReviewFlags,
  ): Promise<ReviewManyAnswer> {
    const uids = [...versions.keys()];
    const showFormer = showMarks(client, uids, flags);
    try {
      const members = [...versions].map(([uid, version]) => ({ uid, version }));
      const body = { members, ...flags };
      return await runWrite(client, 'reviews', () =>
        request('/api/admin/reviews', reviewManyAnswer, { method: 'PATCH', body }),
      );
    } catch (error) {
      showFormer();
      throw error;
    } finally {
      for (const uid of uids) refetchAfter(client, { kind: 'review-changed', uid });
    }
  }

  function undo(uid: string, seq: number) {
    return inTurn(uid, async () => {
      await undoChange(seq);
      const read = await client.fetchQuery({ ...reviewQuery(uid), staleTime: 0 });
      own.add(read.version);
      return read;
    });
  }

  return { save, saveMany, undo, isOwn: (version: string) => own.has(version), isBusy };
}

/** Runs one thing after the other for each submission. Asks before the page is left during one. */
function createTurns(client: QueryClient) {
  const underWay = new Map<string, Promise<SubmissionReview>>();
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();

  /** `work` gets the result of the work that it waited for; null if there was none, or it failed. */
  function inTurn<T extends SubmissionReview>(
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

  return { inTurn, isBusy: (uid: string) => underWay.has(uid) };
}
