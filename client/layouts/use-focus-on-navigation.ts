import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusPart } from '#client/lib/focus-part.ts';

/** The page whose content was shown last, in whichever frame; null until the first is. */
let shown: string | null = null;

/**
 * Moves the focus to the content after a navigation, from a page in another frame too, so that Tab starts there as after
 * a full page load.
 */
export function useFocusOnNavigation(target: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const former = shown;
    shown = pathname;
    if (former === null || former === pathname) return;
    // Do not take the focus from a page that has already focused a form field.
    const part = target.current;
    if (part && !part.contains(document.activeElement)) focusPart(part);
  }, [pathname, target]);
}
