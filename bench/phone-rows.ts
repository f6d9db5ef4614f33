import type { Browser } from '@playwright/test';
import { serveBarePage } from './bare-page.ts';
import { cookiesOf, withChromium } from './browser.ts';
import { memberCookie, withPortal } from './portal.ts';
import type { Row } from './row.ts';

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
/** A slow mobile network, as Lighthouse applies it: milliseconds, and bytes per second. */
const network = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const slowdown = 4;

interface Load {
  /** Milliseconds until the largest content was painted. */
  content: number;
  /** The sum of all layout shifts. */
  shift: number;
}

/** Row j: a phone on a slow network, beside a bare page in the same round. */
export async function phoneRows(): Promise<Row[]> {
  const bare = await serveBarePage();
  const measure = (browser: Browser) =>
    withPortal({}, async ({ url }) => {
      const member = await memberCookie(url);
      const cookies = {
        ...Object.fromEntries(['/login', '/register', '/about', '/terms'].map((path) => [path, ''])),
        '/dashboard': member,
        '/timeline': member,
      };
      const reference = (await load(browser, `${bare.url}/login`, '')).content;
      const rows: Row[] = [];
      for (const [path, cookie] of Object.entries(cookies)) {
        const { content, shift } = await load(browser, `${url}${path}`, cookie);
        const note = `${content.toFixed(0)} ms, the bare page ${reference.toFixed(0)} ms`;
        const what = `content of ${path} on a slow phone, of the time of a bare React page`;
        rows.push({
          id: `j ${path}`,
          what,
          value: content / reference,
          unit: 'times',
          bound: { atMost: 1 },
          note,
        });
        const moved = `layout shift of ${path} there`;
        rows.push({ id: `j shift ${path}`, what: moved, value: shift, unit: '', bound: { atMost: 0.02 } });
      }
      return rows;
    });
  return withChromium(measure).finally(bare.close);
}

/** Loads a page for the first time, and notes what happens until two seconds after it has loaded. */
async function load(browser: Browser, address: string, cookie: string): Promise<Load> {
  const context = await browser.newContext(phone);
  await context.addCookies(cookiesOf(cookie, address));
  await context.addInitScript(watch);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(address, { waitUntil: 'load' });
  // Until the last data has come. An open event stream keeps a page from being idle as Playwright means it.
  await page.waitForTimeout(2_000);
  const seen = await page.evaluate<Load>('window.seen');
  await context.close();
  return seen;
}

// A string, because it runs in the page, whose globals TypeScript does not know here.
const watch = `
  window.seen = { content: 0, shift: 0 };
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => { window.seen.content = startTime; });
  observe('layout-shift', ({ value }) => { window.seen.shift += value; });`;
