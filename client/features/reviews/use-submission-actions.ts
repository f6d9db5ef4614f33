import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { usePageCommands } from '#client/lib/page-commands.ts';
import { usePageKeys } from '#client/lib/use-page-keys.ts';
import { reviewQuery } from '#client/member-ui/reviews/queries.ts';
import type { Reviews } from '#client/member-ui/reviews/use-reviews.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import { claimTexts } from '#domain/claims.ts';
import { deskTexts } from '#domain/desk-texts.ts';
import { projectLink } from '#domain/project-link.ts';
import { type ReviewSet, type ShownReview, type SubmissionReview, shownSubmission } from '#domain/review.ts';
import { keyTexts } from '#domain/review-texts.ts';

import type { TaskDefinition } from '#domain/tasks.ts';
import { isDone, type useDesk } from './use-desk.ts';
import type { useSavedText } from './use-saved-text.ts';

/**
 * Milliseconds after the submission on the screen has changed in which nothing reviews it: a key or click that comes
 * so early was meant for the one before.
 */
const settleTime = 500;

const endTexts = { finished: deskTexts.finished, 'left to others': claimTexts.nothingLeft };

interface OpenSubmission {
  review: SubmissionReview;
  draft: ReturnType<typeof useSavedText>;
  desk: ReturnType<typeof useDesk>;
  reviews: Reviews;
}

/** The actions of buttons and keys on the open submission. */
export function useSubmissionActions({ review, draft, desk, reviews }: OpenSubmission) {
  const notify = useNotify();
  const { member } = review;
  const { uid, submittedAt, githubLink } = member;
  const isSettled = useSettled(JSON.stringify([uid, submittedAt, githubLink]));
  const isSubmitted = githubLink !== null;
  const { shownNow, shown } = useShownReview(review);
  const feedback = draft.text.trim();
  const { rules, claim } = review;
  const maySend = rules.maySend && claim?.mine !== false;
  const hasUnsent =
    maySend && feedback !== '' && feedback !== shownNow().member.feedback && !isFromElsewhere(draft);

  /** The save runs in the background: the next submission is shown immediately. */
  function saveWithFeedback(set: ReviewSet): void {
    const { replaced } = draft;
    const before = shown();
    const settle = draft.claim();
    const write = { ...set, draft: feedback, send: true as const };
    void reviews.save(member, { ...before, draft: replaced }, write).then(settle);
  }

  function toggle(id: string): void {
    const { met } = shownNow().opinion;
    const wanted = met.includes(id) ? met.filter((other) => other !== id) : [...met, id];
    const opinion = { met: wanted, unfinished: true as const };
    void reviews.save(member, { submittedAt, githubLink, met }, { opinion });
  }

  /** Feedback is not sent over one that another window has written. */
  function isUndecided(): boolean {
    if (draft.is !== 'conflict') return false;
    notify({ tone: 'error', text: deskTexts.chooseFirst });
    return true;
  }

  /** Reviews only what has been on the screen long enough to be seen. */
  function settled<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
    return (...args) => {
      if (isSettled) act(...args);
    };
  }

  return {
    isSettled,
    hasUnsent,
    reviewedAndNext: settled(async () => {
      if (!isSubmitted) return void desk.go('next');
      if (hasUnsent && isUndecided()) return;
      // With several opinions wanted, the last of them is the mark.
      const set = { opinion: {}, ...(rules.opinions === 1 && { submissionReviewed: true }) };
      if (hasUnsent) saveWithFeedback(set);
      else if (!isDone(shownNow())) void reviews.save(member, shown(), set);
      const result = await desk.go('nextWaiting');
      if (result && result !== 'moved') notify({ tone: 'success', text: endTexts[result] });
    }),
    mark: settled((field: 'submissionReviewed' | 'graded') => {
      const marked = !member[field];
      if (!isSubmitted && marked) return;
      if (field === 'submissionReviewed' && !rules.mayMark) return;
      void reviews.save(member, shown(), { [field]: marked });
    }),
    sendFeedback: settled(() => {
      if (!isUndecided()) saveWithFeedback({});
    }),
    toggleRequirement: settled(toggle),
    decided: (change: Promise<number | null>) => reviews.remember(member, change),
    undo: settled(() => void reviews.undoLast()),
    openRepository: () => openSideWindow(githubLink),
  };
}

/** The submission as shown, with what is being saved: two key presses can arrive before React renders again. */
function useShownReview(review: SubmissionReview) {
  const client = useQueryClient();

  function shownNow(): SubmissionReview {
    return client.getQueryData(reviewQuery(review.member.uid).queryKey) ?? review;
  }

  /** Marks and feedback, which are what the member sees. */
  function shown(): ShownReview {
    const { member } = shownNow();
    return { ...shownSubmission(member), feedback: member.feedback };
  }

  return { shownNow, shown };
}

/** A text that another window is writing is sent by its button only. */
function isFromElsewhere(draft: OpenSubmission['draft']): boolean {
  return draft.is === 'clean' && draft.isFromElsewhere;
}

interface DeskCommands {
  desk: OpenSubmission['desk'];
  actions: ReturnType<typeof useSubmissionActions>;
  task: TaskDefinition | null;
  keysEnabled: boolean;
  onHelp: () => void;
}

/** The keys and commands of the desk; `deskKeys` describes the keys. @returns what some of them focus */
export function useDeskCommands({ actions, desk, task, keysEnabled, onHelp }: DeskCommands) {
  const feedback = useRef<HTMLTextAreaElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  const score = useRef<HTMLInputElement>(null);
  const snippets = useRef<HTMLButtonElement>(null);
  const { reviewedAndNext, openRepository, undo } = actions;
  const next = () => void desk.go('next');
  const previous = () => void desk.go('previous');

  const requirements = task?.requirements.slice(0, 9) ?? [];
  const keys = {
    ...Object.fromEntries(
      requirements.map(({ id }, index) => [index + 1, () => actions.toggleRequirement(id)]),
    ),
    e: reviewedAndNext,
    j: next,
    arrowright: next,
    k: previous,
    arrowleft: previous,
    r: () => actions.mark('submissionReviewed'),
    g: () => actions.mark('graded'),
    f: () => feedback.current?.focus(),
    s: () => snippets.current?.click(),
    n: () => note.current?.focus(),
    c: () => comment.current?.focus(),
    p: () => {
      score.current?.focus();
      score.current?.select();
    },
    o: openRepository,
    z: undo,
    '?': onHelp,
  };
  usePageKeys({ enabled: keysEnabled, keys, send: reviewedAndNext });

  usePageCommands([
    {
      label: actions.hasUnsent ? deskTexts.sendAndNext : deskTexts.reviewedAndNext,
      keys: 'E',
      run: reviewedAndNext,
    },
    { label: deskTexts.open, keys: 'O', run: openRepository },
    { label: deskTexts.next, keys: 'J', run: next },
    { label: deskTexts.previous, keys: 'K', run: previous },
    { label: deskTexts.undo, keys: 'Z', run: undo },
    { label: keyTexts.title, keys: '?', run: onHelp },
  ]);

  return { feedback, note, comment, score, snippets };
}

/** Whether what `shown` names has been on the screen for a while. */
function useSettled(shown: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), settleTime);
    return () => clearTimeout(timer);
  }, [shown]);
  return settled === shown;
}

/**
 * Opens a project beside the desk: in a window on the right half of the screen where there is room, otherwise in a tab.
 * The page that opens cannot reach this one.
 */
function openSideWindow(githubLink: string | null): void {
  const link = githubLink === null ? null : projectLink(githubLink);
  if (!link) return;
  const { availWidth, availHeight } = window.screen;
  const half = Math.round(availWidth / 2);
  const place = availWidth < 1_000 ? '' : `,popup,left=${half},top=0,width=${half},height=${availHeight}`;
  window.open(link.href, 'repository', `noopener,noreferrer${place}`);
}
