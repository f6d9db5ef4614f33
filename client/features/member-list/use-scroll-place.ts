import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

interface Place {
  top: number;
  /** The member whose row had the focus. */
  uid: string | null;
}

/** Where each visited list was left, by the key of its history entry. */
const places = new Map<string, Place>();

/**
 * Remembers how far a list was scrolled and which row had the focus, for the way back to it.
 * @returns how far it is scrolled at first
 */
export function useScrollPlace(frame: RefObject<HTMLElement | null>): number {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const arrival = useRef(isReturn ? places.get(key) : undefined);
  const wanted = useRef(arrival.current?.uid ?? null);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    return () => {
      const row = document.activeElement?.closest<HTMLElement>('[data-uid]');
      places.set(key, { top: element.scrollTop, uid: row?.dataset.uid ?? null });
    };
  }, [frame, key]);

  // On every render, because rows are rendered only after the frame has been measured.
  useEffect(() => {
    if (!wanted.current) return;
    const row = frame.current?.querySelector(`[data-uid="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = null;
    // Nothing below the page's main part has the focus yet.
    if (document.activeElement?.contains(row))
      row.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  });

  return arrival.current?.top ?? 0;
}
