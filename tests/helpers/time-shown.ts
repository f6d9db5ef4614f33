import type { Page } from '@playwright/test';

/**
 * Records when a text appears and disappears, by the page's own clock, so that a slow machine does not matter.
 * @returns a function that waits for it to disappear and returns how long it was shown, in milliseconds. Timers and
 * `Date` round differently, so 3 seconds can read as 2,999.
 */
export async function watchTimeShown(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate(`{
    const seen = (window.seen = {});
    const look = () => {
      const there = document.body.textContent.includes(${JSON.stringify(text)});
      if (there) seen.from ??= Date.now();
      else if (seen.from) seen.to ??= Date.now();
    };
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
  }`);
  return () => page.evaluate<number>('window.seen.to - window.seen.from');
}
