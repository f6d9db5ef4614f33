import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { newRegistration } from '#tests/helpers/members.ts';
import { chromiumSwitches, ensureChromium } from '../scripts/system-packages.ts';
import { administratorCookie, ask, cookieFrom } from './portal.ts';

export async function withChromium<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches });
  return work(browser).finally(() => browser.close());
}

/** The cookies of a request's header, for a browser: an extra header would lose against cookies that the page sets. */
export function cookiesOf(header: string, url: string) {
  const pairs = header.split('; ').filter(Boolean);
  return pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: new URL('/', url).href };
  });
}

/**
 * Registers a member and changes them again and again during `work`, on the administrator's open page.
 * @returns the result of `work`, and the milliseconds until each change was shown
 */
export function whileWatching<T>(
  url: string,
  work: () => Promise<T>,
): Promise<{ result: T; delays: number[] }> {
  return withChromium(async (browser) => {
    const fullName = 'Noor Watched';
    const headers = { cookie: await cookieFrom(url, '/api/register', newRegistration({ fullName })) };
    const address = `${url}/admin?q=${encodeURIComponent(fullName)}`;
    const context = await browser.newContext();
    await context.addCookies(cookiesOf(await administratorCookie(url), url));
    const page = await context.newPage();
    const stream = page.waitForResponse((answer) => /\/events(\?|$)/.test(answer.url()));
    await page.goto(address, { waitUntil: 'networkidle' });
    await stream;
    const working = work();
    const isOver = working.then(() => true);
    const delays: number[] = [];
    try {
      for (let turn = 0; !(await Promise.race([isOver, wait(500, false)])); turn += 1) {
        const [developmentTrack, shown] = turn % 2 ? ['ml', 'Machine Learning'] : ['web', 'Web Development'];
        const row = page.getByRole('row').filter({ hasText: fullName }).filter({ hasText: shown });
        if (await row.isVisible()) throw new Error(`${shown}: shown before the request`);
        const started = performance.now();
        await ask(url, { method: 'PUT', path: '/api/me/track', headers, body: { developmentTrack } });
        await row.waitFor();
        delays.push(performance.now() - started);
      }
    } finally {
      // A fault here does not leave the portal with work under way.
      await working;
    }
    return { result: await working, delays };
  });
}
