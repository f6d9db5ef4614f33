import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { thisTab } from '#client/lib/browser-storage.ts';
import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';

/** Milliseconds after the last keystroke before a text is saved. */
const pause = 800;

/** A text that was typed or adopted in this window, and the server's text that it replaces. */
const ownText = z.object({ text: z.string(), base: z.string(), sent: z._default(z.boolean(), false) });
type OwnText = z.infer<typeof ownText>;

type SavedTextState = 'saved' | 'unsaved' | 'saving' | 'failed';

interface SavedText {
  name: string;
  /** The same text about the member's former submission: what was typed and not saved for it is offered. */
  formerName?: string | undefined;
  /** The text as the server has it. Another window may have written it. */
  stored: string;
  /** The text that its readers have seen: the field shows it until something is typed. */
  published: string;
  /** @returns whether it was saved */
  save: (text: string) => Promise<boolean>;
}

/**
 * A text that saves itself while it is written, and when its field goes away. A window holds only what was typed or
 * adopted in it; an unsent text of another window is offered (docs/decisions/reviews.md). If both have written, nothing is
 * saved until the user has chosen one.
 */
export function useSavedText({ name, formerName, stored, published, save }: SavedText) {
  const { owner, own, setOwn, lost, setLost } = useOwnText(name, formerName);
  const [atFirst] = useState(stored);
  const { sending, isClaimed, hasFailed, setHasFailed, carry } = useCarriedText();

  // A text that was sent is followed like everyone's, until an undo makes it a draft again.
  const isOwn = own !== null && (!own.sent || own.text.trim() === stored);
  const text = isOwn ? own.text : published;
  const wanted = text.trim();
  const sent = wanted === published;
  if (isOwn && wanted === stored && (own.base !== stored || own.sent !== sent))
    setOwn({ ...own, base: stored, sent });
  const isDirty = isOwn && wanted !== stored;
  const other = isDirty && stored !== own.base && stored !== sending ? stored : null;
  const unsent = stored !== published && stored !== '' ? stored : null;
  const offered = lost?.text ?? (isOwn ? null : unsent);

  /** A request carries the text. @returns a function to call with its outcome */
  function claim(): (isSaved: boolean) => void {
    return carry(wanted, () => {
      setOwn((latest) => latest && { ...latest, base: wanted });
      if (kept(name, owner)?.text.trim() === wanted) dropDraft(draftOf(name), owner);
    });
  }
  function saveNow(): void {
    if (isDirty && other === null && sending === null) void save(wanted).then(claim());
  }
  const isDue = isDirty && other === null && sending === null && !hasFailed;
  useSavePace({ text, isDue, saveNow });
  useSaveOnLeaving(() => isDirty && other === null && !isClaimed(wanted) && save(wanted).then(claim()));
  // Kept for this tab, and until it is saved for the browser too.
  useEffect(() => {
    if (!own) return;
    keepDraft(draftOf(name), owner, own, thisTab);
    if (isDirty) keepDraft(draftOf(name), owner, own);
    else dropDraft(draftOf(name), owner);
  }, [name, owner, own, isDirty]);

  function hold(next: OwnText): void {
    setOwn(next);
    setHasFailed(false);
  }

  const state: SavedTextState =
    sending !== null ? 'saving' : !isDirty ? 'saved' : hasFailed ? 'failed' : 'unsaved';
  return {
    text,
    setText: (next: string) =>
      hold({ text: next, base: isOwn ? own.base : unsent === null ? stored : published, sent: false }),
    claim,
    state,
    /** A text that was written in another window and is not sent. */
    offered,
    /** Another window writes it now. */
    isBeingWritten: offered !== null && lost === null && stored !== atFirst,
    adopt() {
      hold({ text: offered ?? '', base: lost && unsent !== null ? lost.base : stored, sent: false });
      setLost(null);
    },
    /** The server's text, if it changed elsewhere while this one was edited. */
    other,
    keepMine: () => hold({ text, base: stored, sent: false }),
    takeOther: () => hold({ text: stored, base: stored, sent: false }),
  };
}

/** The text on its way to the server, and whether the last one failed. */
function useCarriedText() {
  const [sending, setSending] = useState<string | null>(null);
  /** The same at once: a submission that was just sent may leave the page before it renders again. */
  const claimed = useRef<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  function carry(text: string, onSaved: () => void): (isSaved: boolean) => void {
    claimed.current = text;
    setSending(text);
    setHasFailed(false);
    return (isSaved) => {
      if (claimed.current === text) claimed.current = null;
      setSending((latest) => (latest === text ? null : latest));
      setHasFailed(!isSaved);
      if (isSaved) onSaved();
    };
  }
  return { sending, isClaimed: (text: string) => claimed.current === text, hasFailed, setHasFailed, carry };
}

/** The text of this window, and one that a closed window or the former submission left unsaved. */
function useOwnText(name: string, formerName: string | undefined) {
  const owner = useSessionUser()?.uid ?? null;
  const [own, setOwn] = useState(() => kept(name, owner, thisTab));
  const [lost, setLost] = useState(() =>
    own ? null : (kept(name, owner) ?? (formerName ? kept(formerName, owner) : null)),
  );
  return { owner, own, setOwn, lost, setLost };
}

function draftOf(name: string): string {
  return `review/${name}`;
}

function kept(name: string, ...place: [owner: string | null, area?: typeof thisTab]): OwnText | null {
  return ownText.safeParse(readDraft(draftOf(name), ...place)).data ?? null;
}

/** Saves when nothing has been typed for a moment, and when the connection is back. */
function useSavePace({ text, isDue, saveNow }: { text: string; isDue: boolean; saveNow: () => void }): void {
  const saveLater = useEffectEvent(saveNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke starts the pause again
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => saveLater(), pause);
    return () => clearTimeout(timer);
  }, [text, isDue]);
  useEffect(() => {
    const retry = () => saveLater();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
}

function useSaveOnLeaving(save: () => unknown): void {
  const saveLast = useEffectEvent(save);
  useEffect(() => () => void saveLast(), []);
}
