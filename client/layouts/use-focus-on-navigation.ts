import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the content after a navigation, so that Tab starts there as after a full page load. */
export function useFocusOnNavigation(target: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Do not take the focus from a page that has already focused a form field.
    if (!target.current?.contains(document.activeElement)) target.current?.focus({ preventScroll: true });
  }, [pathname, target]);
}
