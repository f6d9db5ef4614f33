import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation the focus starts at the new page's content, as it does after a full load. */
export function useFocusOnNavigation(target: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A page that has put the focus into its own form knows better.
    if (!target.current?.contains(document.activeElement)) target.current?.focus({ preventScroll: true });
  }, [pathname, target]);
}
