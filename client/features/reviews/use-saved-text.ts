import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { thisBrowser, thisTab } from '#client/lib/browser-storage.ts';
import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';
import { useReconnect } from '#client/lib/reconnect.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { nextText, openText, replacedText, type TextEvent, unsavedText } from './saved-text.ts';

/** Milliseconds after the last keystroke before a text is saved. */
const pause = 800;

const keptText = z.object({ text: z.string(), stored: z.string() });

interface SavedTextOptions {
  name: string;
  /** The name of this text about the member's former submission: what was typed for it and not saved is shown. */
  formerName?: string | undefined;
  /** The text as the server has it. */
  stored: string;
  /** @returns whether it was saved */
  save: (text: string, replaced: string) => Promise<boolean>;
}

/** A text that saves itself while it is written, and when its field goes away. Until it is saved, this browser keeps it. */
export function useSavedText({ name, formerName, stored, save }: SavedTextOptions) {
  const owner = useSessionUser()?.uid ?? null;
  const [state, setState] = useState(() => openText(stored, readKept(name, owner)));
  const [former, setFormer] = useState(() => (formerName ? readKept(formerName, owner)?.text : null) ?? null);
  /** Ref mirror of the state: a submission that was just sent may leave the page before React renders again. */
  const latest = useRef(state);

  function dispatch(event: TextEvent): void {
    const next = nextText(latest.current, event);
    if (next === latest.current) return;
    latest.current = next;
    keep(name, owner, latest.current);
    setState(latest.current);
  }
  /** A request carries the text. @returns a function to call with its outcome */
  function claim(text = latest.current.text.trim()): (isSaved: boolean) => void {
    dispatch({ type: 'sent', text });
    return (isSaved) => dispatch({ type: isSaved ? 'saved' : 'failed', text });
  }
  function saveNow(): void {
    const text = unsavedText(latest.current);
    if (text === null) return;
    const replaced = replacedText(latest.current);
    void save(text, replaced).then(claim(text));
  }

  const read = useEffectEvent(() => dispatch({ type: 'read', stored }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text of the server is read once
  useLayoutEffect(() => read(), [stored]);
  useSavePace({ text: state.text, isDue: state.is === 'dirty', saveNow });
  return {
    ...state,
    setText: (text: string) => dispatch({ type: 'typed', text }),
    claim,
    /** The server's text after all that this window has sent. */
    replaced: replacedText(state),
    keepMine: () => dispatch({ type: 'keepMine' }),
    takeOther: () => dispatch({ type: 'takeOther' }),
    /** The unsaved text about the former submission. */
    former,
    useFormer() {
      dispatch({ type: 'typed', text: former ?? '' });
      setFormer(null);
    },
  };
}

type Kept = z.infer<typeof keptText>;

/** This tab's text is newer than the browser's, which another tab may have written. */
function readKept(name: string, owner: string | null): Kept | null {
  const kept = [thisTab, thisBrowser].map(
    (area) => keptText.safeParse(readDraft(draftOf(name), owner, area)).data,
  );
  return kept.find((one) => one !== undefined) ?? null;
}

function keep(name: string, owner: string | null, { text, stored, ...state }: Kept & { is: string }): void {
  for (const area of [thisTab, thisBrowser]) {
    if (state.is === 'clean') dropDraft(draftOf(name), owner, area);
    else keepDraft(draftOf(name), owner, { text, stored }, area);
  }
}

function draftOf(name: string): string {
  return `review/${name}`;
}

/** Saves when nothing has been typed for a moment, when the connection is back, and when the field goes away. */
function useSavePace({ text, isDue, saveNow }: { text: string; isDue: boolean; saveNow: () => void }): void {
  const save = useEffectEvent(saveNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke starts the pause again
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => save(), pause);
    return () => clearTimeout(timer);
  }, [text, isDue]);
  useReconnect(saveNow);
  useEffect(() => () => save(), []);
}
