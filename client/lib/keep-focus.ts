import { focusPart } from './focus-part.ts';

/** Time for a page to move the focus itself, in milliseconds. */
const graceMs = 60;

/**
 * Keeps a keyboard user's place. When the control that has the focus is removed or disabled, browsers drop the focus to the
 * body, and the next Tab starts at the top. Then the part of the page that the control was in takes the focus, or the
 * control in it that a page marks with `data-takes-focus`, such as the next step.
 */
export function keepFocus(): void {
  // A control may have had the focus before this code was loaded.
  let place = isFocused() && document.activeElement ? withAncestors(document.activeElement) : [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) place = withAncestors(target);
  });
  // Clicking beside everything, or leaving a field with Escape, drops the focus on purpose.
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    // After the page's own listeners. A control that a dialog removes with itself was not left on purpose.
    setTimeout(() => {
      if (!isFocused() && place[0]?.isConnected) place = [];
    });
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (
      target instanceof Element &&
      !target.closest('a, button, input, select, textarea, label, [tabindex]')
    ) {
      place = [];
    }
  });
  new MutationObserver(() => {
    if (isFocused() || place.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(restore, graceMs);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  });

  function restore(): void {
    const [control] = place;
    if (isFocused() || !control) return;
    if (!control.isConnected || control.matches(':disabled')) focusAround(place);
  }
}

function isFocused(): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && !activeElement.matches(':disabled');
}

function withAncestors(element: Element): readonly Element[] {
  const ancestors: Element[] = [];
  for (let next: Element | null = element; next; next = next.parentElement) ancestors.push(next);
  return ancestors;
}

/** Focuses the marked control, or else the innermost part of the page, that is left around a control. */
function focusAround(place: readonly Element[]): void {
  const left = place.find((element) => element.isConnected) ?? document.body;
  const part = left.closest('dialog, [role=group], section, form, main') ?? document.querySelector('main');
  const next = part?.querySelector<HTMLElement>('[data-takes-focus]');
  if (next) next.focus();
  // A disabled control may soon work again.
  else if (part instanceof HTMLElement && !place[0]?.isConnected) focusPart(part);
}
