import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/system-packages.ts';

/** Debian's Chromium, with switches that stop it from contacting Google at start-up. */
export function launchChromium(...more: string[]): Promise<Browser> {
  const executablePath = findChromium();
  const quietly = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...quietly, ...more],
  });
}

/** Opens a page in a separate browser context and waits for its event stream. */
export async function openLivePage(browser: Browser, address: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { Cookie: cookie } });
  const page = await context.newPage();
  const stream = page.waitForResponse((answer) => /\/events(\?|$)/.test(answer.url()));
  await page.goto(address, { waitUntil: 'networkidle' });
  await stream;
  return page;
}

/** Milliseconds from just before the request until a row has the texts. Both processes share the system clock. */
export async function timeUntilShown(
  page: Page,
  texts: string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const isShown = `[...document.querySelectorAll('[role=row]')].some(({ textContent }) =>
    ${JSON.stringify(texts)}.every((word) => textContent.includes(word)))`;
  const before = await page.evaluate<boolean>(`{
    window.shown = new Promise((resolve) => {
      const look = () => ${isShown} && resolve(Date.now());
      new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    ${isShown};
  }`);
  if (before) throw new Error(`${texts.join(', ')}: shown before the request`);
  const started = Date.now();
  await work();
  return (await page.evaluate<number>('window.shown')) - started;
}
