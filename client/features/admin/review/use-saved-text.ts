import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';

/** Milliseconds after the last keystroke before a text is saved. */
const pause = 800;

/** A text that is not saved yet, and the server's text that it replaces (docs/decisions/0048). */
const unsavedText = z.object({ text: z.string(), base: z.string() });

export type SavedTextState = 'saved' | 'unsaved' | 'saving' | 'failed';

interface SavedText {
  /** Names the text in this browser. */
  name: string;
  /** The text as the server has it. */
  stored: string;
  /** @returns whether it was saved */
  save: (text: string) => Promise<boolean>;
}

/**
 * A text that saves itself while it is written, and when its field goes away. It follows the server until it is
 * edited; if both have changed, `other` holds the server's text, and nothing is saved until the user has chosen. The
 * browser keeps it until it is saved.
 */
export function useSavedText({ name, stored, save }: SavedText) {
  const owner = useSessionUser()?.uid ?? null;
  const draft = `review/${name}`;
  const [kept] = useState(() => unsavedText.safeParse(readDraft(draft, owner)).data);
  const [text, setText] = useState(kept?.text ?? stored);
  const [base, setBase] = useState(kept?.base ?? stored);
  const [status, setStatus] = useState<'idle' | 'saving' | 'failed'>('idle');
  const sending = useRef<string | null>(null);

  const wanted = text.trim();
  const isSettled = stored === wanted || stored === sending.current;
  if (stored !== base && (isSettled || wanted === base)) {
    setBase(stored);
    if (!isSettled) setText(stored);
  }
  const isDirty = wanted !== base;
  const other = isDirty && stored !== base && !isSettled ? stored : null;

  /** Another write includes the text, so it is not saved separately. @returns a function to call with the outcome */
  function claim(): (isSaved: boolean) => void {
    sending.current = wanted;
    setStatus('saving');
    return (isSaved) => {
      setStatus(isSaved ? 'idle' : 'failed');
      if (!isSaved) sending.current = null;
      else if (unsavedText.safeParse(readDraft(draft, owner)).data?.text === text) dropDraft(draft, owner);
    };
  }
  function saveNow(): void {
    if (!isDirty || other !== null || sending.current === wanted) return;
    void save(wanted).then(claim());
  }
  const flush = useEffectEvent(saveNow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke starts the pause again
  useEffect(() => {
    if (!isDirty || other !== null) return;
    const timer = setTimeout(() => flush(), pause);
    return () => clearTimeout(timer);
  }, [text, isDirty, other]);

  useEffect(() => {
    if (isDirty) keepDraft(draft, owner, { text, base });
    else dropDraft(draft, owner);
  }, [draft, owner, text, base, isDirty]);

  useEffect(() => {
    const retry = () => flush();
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      flush();
    };
  }, []);

  const state: SavedTextState =
    status === 'saving' ? 'saving' : !isDirty ? 'saved' : status === 'failed' ? 'failed' : 'unsaved';
  return {
    text,
    setText,
    claim,
    saveNow,
    state,
    /** The server's text, if it changed elsewhere while this one was edited. */
    other,
    keepMine: () => setBase(stored),
    takeOther: () => {
      setBase(stored);
      setText(stored);
    },
  };
}
