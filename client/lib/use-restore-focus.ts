import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keeps a keyboard user's place. A control that is disabled or goes away takes the focus with it: when `signal`
 * changes and nothing has the focus any more, the element that `find` answers gets it.
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
