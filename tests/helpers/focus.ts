import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has on the way to anything. */
const manyStops = 80;

/**
 * What is wrong with the focus, or null: nothing shows it, it is out of sight, or something lies over what has it. A
 * control that its label draws, and a link whose whole card leads on, show the focus there.
 */
const faultOfFocus = `(() => {
  const focused = document.activeElement;
  // Past the page's end, where the browser's own controls come.
  if (!focused || focused === document.body) return null;
  const named = focused.outerHTML.slice(0, 120);
  const shows = (element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && outlineColor !== 'rgba(0, 0, 0, 0)';
    return outlined || /0px 0px 0px [2-9]px/.test(boxShadow);
  };
  const drawnBy = [focused, focused.closest('label'), focused.nextElementSibling, focused.closest('li > *')];
  if (!drawnBy.some(shows)) return 'unseen focus: ' + named;
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  if (bottom <= 0 || top >= innerHeight) return 'focus out of sight: ' + named;
  const there = document.elementFromPoint(x, y);
  const own = focused.closest('label') ?? focused;
  return there && (own.contains(there) || there.contains(own)) ? null : 'focus covered: ' + named;
})()`;

/** Presses Tab, or Shift+Tab; fails unless what then has the focus shows it and can be seen. */
export async function tab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => page.evaluate<string | null>(faultOfFocus), 'the focus').toBeNull();
}

/** Runs in the page, whose types the tests do not know. */
const isFocused = (element: object) =>
  'matches' in element && typeof element.matches === 'function' && element.matches(':focus') === true;

/** Presses Tab, or Shift+Tab, until something has the focus, which has to be seen at each stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < manyStops; stops += 1) {
    await tab(page, key);
    if (await target.evaluate(isFocused)) return;
  }
  throw new Error(`${String(target)} was not reached by ${key}`);
}
