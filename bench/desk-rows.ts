import { setTimeout as wait } from 'node:timers/promises';
import { launchChromium } from './browser.ts';
import { administratorCookie, withPortal } from './portal.ts';
import { median, percentile, type Row } from './row.ts';

const submissions = 10_000;
const presses = 60;
/** Milliseconds between two presses; nobody judges a project faster. */
const pause = 400;

const keys = [
  { key: 'j', what: 'next' },
  { key: 'e', what: 'reviewed and next' },
];

/** Row o: time from a key press on the review desk until the next submission is on screen. */
export async function deskRows(): Promise<Row[]> {
  // Two of five generated members have submitted.
  return withPortal({ members: submissions * 2.5 }, async ({ url }) => {
    const browser = await launchChromium();
    try {
      const Cookie = await administratorCookie(url);
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        extraHTTPHeaders: { Cookie },
      });
      const page = await context.newPage();
      await page.goto(`${url}/admin/review`, { waitUntil: 'networkidle' });
      await page.locator('article[aria-busy="false"]').waitFor();
      await page.evaluate(watch);
      const rows: Row[] = [];
      for (const { key, what } of keys) {
        await page.evaluate('window.times = []');
        for (let press = 0; press < presses; press += 1) {
          await page.keyboard.press(key);
          // Not `waitForFunction`, which evaluates strings as the portal's policy forbids.
          while (!(await page.evaluate<boolean>(`window.times.length > ${press}`))) await wait(20);
          await wait(pause);
          // Before that the page takes no command for the submission.
          await page.locator('article[aria-busy="false"]').waitFor();
        }
        const times = await page.evaluate<number[]>('window.times');
        rows.push({
          id: `o ${what}`,
          what: `p95 from a key press on the review desk (${what}) to the next submission on screen, ${submissions} submissions`,
          value: percentile(times, 0.95),
          unit: 'ms',
          bound: { atMost: 100 },
          note: `median ${median(times).toFixed(0)} ms of ${times.length}`,
        });
      }
      return rows;
    } finally {
      await browser.close();
    }
  });
}

// A string, because it runs in the page, whose globals TypeScript does not know here.
const watch = `(() => {
  const shown = () => document.querySelector('article[data-uid]')?.getAttribute('data-uid');
  let former = shown();
  let pressed = 0;
  document.addEventListener('keydown', (event) => { pressed = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    const now = shown();
    if (!now || now === former) return;
    former = now;
    // After the frame that shows it.
    requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - pressed)));
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
})()`;
