import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keeps a keyboard user's place when the focused control is disabled or removed: if nothing has the focus after
 * `signal` changed, the element returned by `find` gets it.
 */
export function useRestoreFocus(signal: unknown, find: () => HTMLElement | null | undefined): void {
  const seen = useRef(signal);

  const catchFocus = useEffectEvent(() => {
    const { activeElement, body } = document;
    const lost = !activeElement || activeElement === body || activeElement.matches(':disabled');
    if (lost) find()?.focus();
  });

  useEffect(() => {
    if (seen.current === signal) return;
    seen.current = signal;
    catchFocus();
  }, [signal]);
}
