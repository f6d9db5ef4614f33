import { usePageKeys } from '#client/lib/use-page-keys.ts';

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

/** The keys of the desk. Ctrl+Enter reviews from a text field too. */
export function useDeskKeys(desk: DeskActions, { enabled }: { enabled: boolean }): void {
  function press(key: string): boolean {
    const action = actions[key];
    if (/^[1-9]$/.test(key)) desk.requirement(Number(key));
    else if (action) desk[action]();
    else return false;
    return true;
  }
  usePageKeys({ enabled, press, send: desk.reviewedAndNext });
}
