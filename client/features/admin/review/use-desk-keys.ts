import { useEffect, useEffectEvent } from 'react';

export interface DeskActions {
  reviewedAndNext: () => void;
  next: () => void;
  previous: () => void;
  reviewed: () => void;
  graded: () => void;
  feedback: () => void;
  snippets: () => void;
  note: () => void;
  /** Ticks the requirement of this number, from 1. */
  requirement: (number: number) => void;
  open: () => void;
  undo: () => void;
  help: () => void;
}

/** Single keys; `deskKeys` in domain/review-texts.ts describes them. */
const actions: Record<string, Exclude<keyof DeskActions, 'requirement'>> = {
  e: 'reviewedAndNext',
  j: 'next',
  arrowright: 'next',
  k: 'previous',
  arrowleft: 'previous',
  r: 'reviewed',
  g: 'graded',
  f: 'feedback',
  s: 'snippets',
  n: 'note',
  o: 'open',
  z: 'undo',
  '?': 'help',
};

/** A key that is held down repeats only a move. */
const repeatable = new Set(['next', 'previous']);

/** Single keys that act on the whole page. They can be switched off, because speech input and slips press them too. */
export function useDeskKeys(desk: DeskActions, { enabled }: { enabled: boolean }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (isTextField(target)) {
      if (event.key === 'Escape') target.blur();
      const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!isSubmit || event.repeat) return;
      event.preventDefault();
      desk.reviewedAndNext();
      return;
    }
    if (!enabled || event.ctrlKey || event.metaKey || event.altKey || isChoice(target)) return;
    if (/^[1-9]$/.test(event.key)) {
      desk.requirement(Number(event.key));
      return;
    }
    const action = actions[event.key.toLowerCase()];
    if (!action || (event.repeat && !repeatable.has(action))) return;
    event.preventDefault();
    desk[action]();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement;
}

/** The browser uses letters and arrows in a list of choices. */
function isChoice(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement;
}
