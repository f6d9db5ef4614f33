import { setTimeout as wait } from 'node:timers/promises';
import { cookiesOf, withChromium } from './browser.ts';
import { administratorCookie, withPortal } from './portal.ts';
import { percentile, type Row } from './row.ts';

const submissions = 10_000;
const presses = 60;
/** Milliseconds between two presses; nobody judges a project faster. */
const pause = 400;

/** Row o: time from a key press on the review desk until the next submission is on screen. */
export async function deskRows(): Promise<Row[]> {
  // Two of five generated members have submitted.
  return withPortal({ members: submissions * 2.5 }, ({ url }) =>
    withChromium(async (browser) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies(cookiesOf(await administratorCookie(url), url));
      const page = await context.newPage();
      await page.goto(`${url}/admin/review`, { waitUntil: 'networkidle' });
      // Before that the page takes no command for the submission.
      const isIdle = () => page.locator('article[aria-busy="false"]').waitFor();
      await isIdle();
      await page.evaluate(watch);
      const rows: Row[] = [];
      for (const [key, what] of Object.entries({ j: 'next', e: 'reviewed and next' })) {
        await page.evaluate('window.times = []');
        for (let press = 0; press < presses; press += 1) {
          await page.keyboard.press(key);
          // Not `waitForFunction`, which evaluates strings as the portal's policy forbids.
          while (!(await page.evaluate<boolean>(`window.times.length > ${press}`))) await wait(20);
          await wait(pause);
          await isIdle();
        }
        const times = await page.evaluate<number[]>('window.times');
        rows.push({
          id: `o ${what}`,
          what: `p95 from a key press on the desk (${what}) to the next of ${submissions} submissions on screen`,
          value: percentile(times, 0.95),
          unit: 'ms',
          bound: { atMost: 100 },
        });
      }
      return rows;
    }),
  );
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
