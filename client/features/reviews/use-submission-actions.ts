import { useEffect, useRef, useState } from 'react';
import { usePageCommands } from '#client/lib/page-commands.ts';
import { usePageKeys } from '#client/lib/use-page-keys.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import { projectLink } from '#domain/project-link.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { deskTexts, keyTexts } from '#domain/review-texts.ts';
import type { TaskDefinition } from '#domain/tasks.ts';
import type { useDesk } from './use-desk.ts';
import type { Reviews } from './use-reviews.ts';
import type { useSavedText } from './use-saved-text.ts';

/**
 * Milliseconds after the submission on the screen has changed in which nothing reviews it: a key or click that comes
 * so early was meant for the one before.
 */
const settleTime = 500;

interface OpenSubmission {
  review: SubmissionReview;
  draft: ReturnType<typeof useSavedText>;
  desk: ReturnType<typeof useDesk>;
  reviews: Reviews;
}

/** The actions of buttons and keys on the open submission. */
export function useSubmissionActions({ review, draft, desk, reviews }: OpenSubmission) {
  const notify = useNotify();
  const { member, version } = review;
  const isSettled = useSettled(`${member.uid} ${member.submittedAt}`);
  const isSubmitted = member.githubLink !== null;
  const feedback = draft.text.trim();
  const hasUnsent = feedback !== '' && feedback !== member.feedback;
  const { met, toggle } = useChecklist(review.met, (wanted) =>
    reviews.save(member, version, { met: wanted }),
  );

  /** The save runs in the background: the next submission is shown at once. */
  function saveReviewed(): void {
    const settle = hasUnsent ? draft.claim() : null;
    const write = { submissionReviewed: true, ...(hasUnsent && { draft: feedback, send: true as const }) };
    void reviews.save(member, version, write).then((isSaved) => settle?.(isSaved));
  }

  /** Feedback is not sent over one that another window has written. */
  function isUndecided(): boolean {
    if (draft.other === null) return false;
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
    met,
    reviewedAndNext: settled(async () => {
      if (!isSubmitted) return void desk.go('next');
      if (hasUnsent && isUndecided()) return;
      if (!member.submissionReviewed || hasUnsent) saveReviewed();
      const moved = await desk.go('nextWaiting');
      if (moved === false) notify({ tone: 'success', text: deskTexts.finished });
    }),
    mark: settled((field: 'submissionReviewed' | 'graded') => {
      const marked = !member[field];
      if (!isSubmitted && marked) return;
      void reviews.save(member, version, { [field]: marked });
    }),
    sendFeedback: settled(() => {
      if (isUndecided()) return;
      const settle = draft.claim();
      void reviews.save(member, version, { draft: feedback, send: true }).then(settle);
    }),
    toggleRequirement: settled(toggle),
    decided: (change: Promise<number | null>) => reviews.remember(member, change),
    undo: settled(() => void reviews.undoLast()),
    openRepository(): void {
      const link = member.githubLink === null ? null : projectLink(member.githubLink);
      if (link) openBeside(link.href);
    },
  };
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
  const snippets = useRef<HTMLButtonElement>(null);
  const { reviewedAndNext, openRepository, undo } = actions;
  const next = () => void desk.go('next');
  const previous = () => void desk.go('previous');

  const requirements = task?.requirements.slice(0, 9) ?? [];
  const keys = {
    ...Object.fromEntries(
      requirements.map(({ title }, index) => [index + 1, () => actions.toggleRequirement(title)]),
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

  return { feedback, note, snippets };
}

/** The requirements that are met, with those on their way to the server: the next tick adds to them. */
function useChecklist(stored: readonly string[], save: (met: string[]) => Promise<unknown>) {
  const [unsaved, setUnsaved] = useState<readonly string[] | null>(null);
  /** The same at once: two keys may come before the page renders again. */
  const latest = useRef(unsaved);
  function show(wanted: readonly string[] | null): void {
    latest.current = wanted;
    setUnsaved(wanted);
  }
  function toggle(title: string): void {
    const before = latest.current ?? stored;
    const wanted = before.includes(title) ? before.filter((other) => other !== title) : [...before, title];
    show(wanted);
    void save(wanted).then(() => {
      if (latest.current === wanted) show(null);
    });
  }
  return { met: unsaved ?? stored, toggle };
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
 * Opens an address beside the desk: in a window on the right half of the screen where there is room, otherwise in a tab.
 * The page that opens cannot reach this one.
 */
function openBeside(href: string): void {
  const { availWidth, availHeight } = window.screen;
  const half = Math.round(availWidth / 2);
  const place = availWidth < 1_000 ? '' : `,popup,left=${half},top=0,width=${half},height=${availHeight}`;
  window.open(href, 'repository', `noopener,noreferrer${place}`);
}
