/**
 * Focuses a part of the page, so that Tab and a screen reader go on from there. The part is focusable only while it has
 * the focus: one that always is takes the focus at every press on its text or on a button that is busy.
 */
export function focusPart(part: HTMLElement): void {
  if (part.tabIndex < 0) {
    part.tabIndex = -1;
    // The window loses the focus too, and gives it back to the same element.
    part.onblur = () => {
      if (part !== document.activeElement) part.removeAttribute('tabindex');
    };
  }
  part.focus({ preventScroll: true });
}
