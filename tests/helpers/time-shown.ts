import type { Page } from '@playwright/test';

/**
 * Writes down when a text comes and goes, in the page's own time, whatever the machine's pace.
 * @returns asks for how many milliseconds it was there, once it has gone. Timers and `Date` round apart, so that
 * 3 seconds may read as 2,999.
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
