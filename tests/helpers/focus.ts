import { expect, type Locator, type Page } from '@playwright/test';

/** More Tab stops than any page has. */
const manyStops = 80;

/**
 * Describes a problem with the focus, or null: it is invisible, out of view, or covered. Controls drawn by their label
 * and links that cover a card or a row show the focus there.
 */
const faultOfFocus = `(() => {
  const focused = document.activeElement;
  // Past the end of the page, in the browser's own controls.
  if (!focused || focused === document.body) return null;
  const named = focused.outerHTML.slice(0, 120);
  const shows = (element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && outlineColor !== 'rgba(0, 0, 0, 0)';
    return outlined || /0px 0px 0px [2-9]px/.test(boxShadow);
  };
  const paintedBy = [focused, focused.closest('label'), focused.nextElementSibling, focused.closest('li > *'), focused.closest('[role=row]')];
  if (!paintedBy.some(shows)) return 'unseen focus: ' + named;
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  if (bottom <= 0 || top >= innerHeight) return 'focus out of sight: ' + named;
  const there = document.elementFromPoint(x, y);
  const own = focused.closest('label') ?? focused;
  return there && (own.contains(there) || there.contains(own)) ? null : 'focus covered: ' + named;
})()`;

/** Presses Tab or Shift+Tab, and fails unless the focused element is visible and shows the focus. */
export async function tab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => page.evaluate<string | null>(faultOfFocus), 'the focus').toBeNull();
}

/** Fails if the focus has been dropped: after an action, Tab must go on from where the action was. */
export async function expectFocusKept(page: Page): Promise<void> {
  const focused = () => page.evaluate<string>('document.activeElement?.tagName ?? "BODY"');
  await expect.poll(focused, 'the element with the focus').not.toBe('BODY');
}

/** Runs in the page, whose globals Node.js does not have. */
const isFocused = (element: object) =>
  'matches' in element && typeof element.matches === 'function' && element.matches(':focus') === true;

/** Presses Tab or Shift+Tab until the target has the focus, which must be visible at each stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < manyStops; stops += 1) {
    await tab(page, key);
    if (await target.evaluate(isFocused)) return;
  }
  throw new Error(`${String(target)} was not reached by ${key}`);
}
