import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { newRegistration } from '#tests/helpers/members.ts';
import { findChromium } from '../scripts/system-packages.ts';
import { administratorCookie, cookieFrom, send } from './portal.ts';

/** Debian's Chromium, with switches that stop it from contacting Google at start-up. */
function launchChromium(...more: string[]): Promise<Browser> {
  const executablePath = findChromium();
  const quietly = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...quietly, ...more],
  });
}

export async function withChromium<T>(work: (browser: Browser) => Promise<T>, ...more: string[]): Promise<T> {
  const browser = await launchChromium(...more);
  return work(browser).finally(() => browser.close());
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

const name = 'Noor Watched';

/**
 * Registers a member and changes them again and again, until `stop`, on the administrator's open page.
 * @returns `stop` gives the milliseconds until each change was shown
 */
export async function watchDelays(url: string): Promise<{ stop(): Promise<number[]> }> {
  const browser = await launchChromium();
  const student = await cookieFrom(url, '/api/register', newRegistration({ fullName: name }));
  const address = `${url}/admin?q=${encodeURIComponent(name)}`;
  const page = await openLivePage(browser, address, await administratorCookie(url));
  const delays: number[] = [];
  let isStopped = false;
  async function watch(): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      const [developmentTrack, shown] = turn % 2 ? ['ml', 'Machine Learning'] : ['web', 'Web Development'];
      const change = () => send(url, student, 'PUT', '/api/me/track', { developmentTrack });
      delays.push(await timeUntilShown(page, shown, change));
      await wait(500);
    }
  }
  const watching = watch().finally(() => browser.close());
  // A failure shows when it is stopped.
  watching.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await watching;
      return delays;
    },
  };
}

/** Milliseconds from just before the request until the member's row has the text. Both processes share the clock. */
async function timeUntilShown(page: Page, text: string, work: () => Promise<unknown>): Promise<number> {
  const isShown = `[...document.querySelectorAll('[role=row]')].some(({ textContent }) =>
    ${JSON.stringify([name, text])}.every((word) => textContent.includes(word)))`;
  const before = await page.evaluate<boolean>(`{
    window.shown = new Promise((resolve) => {
      const look = () => ${isShown} && resolve(Date.now());
      new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    ${isShown};
  }`);
  if (before) throw new Error(`${text}: shown before the request`);
  const started = Date.now();
  await work();
  return (await page.evaluate<number>('window.shown')) - started;
}
