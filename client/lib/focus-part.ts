/**
 * Focuses a part of the page, so that Tab and a screen reader go on from there. Only as long as it has the focus can it
 * be focused: otherwise every press on its text, or on a button that is busy, would take the focus from where it was.
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
