import { useEffectEvent, useLayoutEffect } from 'react';

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

/** Single keys; `deskKeys` in domain/review.ts describes them. */
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

/**
 * Single keys that act on the whole page. They can be switched off, because speech input and slips press them too. A
 * key that is held down, one with a modifier and one behind a dialog do nothing.
 */
export function useDeskKeys(desk: DeskActions, { enabled }: { enabled: boolean }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return;
    const { target, key } = event;
    if (isTextField(target)) {
      if (key === 'Escape') target.blur();
      if (key !== 'Enter' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
      event.preventDefault();
      desk.reviewedAndNext();
      return;
    }
    // A question mark takes Shift on most keyboards.
    const isModified = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== '?');
    if (!enabled || isModified || isChoice(target)) return;
    if (/^[1-9]$/.test(key)) return desk.requirement(Number(key));
    const action = actions[key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    desk[action]();
  });

  // With the submission on the screen: an effect would leave the keys of the one before for a moment.
  useLayoutEffect(() => {
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
