import type { Browser } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '#tests/helpers/free-port.ts';
import { serveBarePage } from './bare-page.ts';
import { cookiesOf, withChromium } from './browser.ts';
import { administratorCookie, memberCookie, withPortal } from './portal.ts';
import type { Row } from './row.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** Search engines should find them. */
const publicPages = ['/login', '/register', '/about', '/terms'];

/** How Lighthouse slows the phone and its network: by calculation, or while the page loads, which is what a person waits for. */
type Throttling = 'simulate' | 'devtools';

/**
 * Row j: Lighthouse on a phone with a slow network. The performance score varies with the machine, so it is
 * compared with that of a bare page in the same round.
 */
export async function lighthouseRows(): Promise<Row[]> {
  const bare = await serveBarePage();
  const port = await freePort();
  const measure = async (browser: Browser) => {
    const jar = await browser.newBrowserCDPSession();
    return withPortal({}, async ({ url }) => {
      const member = await memberCookie(url);
      const cookies = {
        ...Object.fromEntries(publicPages.map((path) => [path, ''])),
        '/dashboard': member,
        '/timeline': member,
        '/admin-dashboard': await administratorCookie(url),
      };
      const rows: Row[] = [];
      for (const throttling of ['simulate', 'devtools'] as const) {
        const reference = scoreOf('performance', await audit(bare.url, port, '/login', throttling));
        for (const [path, header] of Object.entries(cookies)) {
          await jar.send('Storage.clearCookies');
          await jar.send('Storage.setCookies', { cookies: cookiesOf(header, url) });
          rows.push(...rowsOf(path, await audit(url, port, path, throttling), reference, throttling));
        }
      }
      return rows;
    });
  };
  return withChromium(measure, `--remote-debugging-port=${port}`).finally(bare.close);
}

async function audit(url: string, port: number, path: string, throttlingMethod: Throttling): Promise<Report> {
  const measured = throttlingMethod === 'simulate' ? categories : (['performance'] as const);
  const result = await lighthouse(`${url}${path}`, {
    port,
    throttlingMethod,
    logLevel: 'silent',
    onlyCategories: measured.filter((category) => category !== 'seo' || publicPages.includes(path)),
  });
  if (!result) throw new Error(`${path}: no report`);
  const { runtimeError, finalDisplayedUrl } = result.lhr;
  // Chromium sometimes loses the trace of a load; Lighthouse asks for another.
  if (runtimeError?.code === 'NO_NAVSTART') return audit(url, port, path, throttlingMethod);
  if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`);
  if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}`);
  return result.lhr;
}

function rowsOf(path: string, seen: Report, reference: number, throttling: Throttling): Row[] {
  const measured = categories.filter((category) => seen.categories[category]);
  return measured.map((category): Row => {
    const score = scoreOf(category, seen);
    const what = `Lighthouse, ${throttling}, ${category} of ${path}`;
    const row = { id: `j ${what}`, what, value: score, unit: 'points', bound: { atLeast: 100 } };
    if (category !== 'performance') return { ...row, note: faultsOf(category, seen).join(', ') };
    // Row j bounds the calculated scores.
    const bound = throttling === 'simulate' && path !== '/admin-dashboard' ? { atLeast: 0 } : null;
    const note = `${score}, the bare page ${reference}`;
    return { ...row, what: `${what} over that of a bare React page`, value: score - reference, bound, note };
  });
}

function scoreOf(category: Category, { categories: seen }: Report): number {
  return Math.round((seen[category]?.score ?? 0) * 100);
}

/** The audits that lowered a score. */
function faultsOf(category: Category, { categories: seen, audits }: Report): string[] {
  const weighed = (seen[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  return weighed.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1);
}
