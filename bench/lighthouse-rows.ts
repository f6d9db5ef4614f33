import lighthouse from 'lighthouse';
import * as z from 'zod/mini';
import { freePort } from '#tests/helpers/free-port.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { serveBarePage } from './bare-page.ts';
import { launchChromium } from './browser.ts';
import { administratorCookie, cookieFrom, withPortal } from './portal.ts';
import type { Row } from './row.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

const report = z.object({
  finalDisplayedUrl: z.string(),
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.partialRecord(
    z.enum(categories),
    z.object({
      score: z.nullable(z.number()),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
});
type Report = z.infer<typeof report>;

/** A page, the session that opens it, and whether search engines should find it. */
interface AuditedPage {
  path: string;
  cookie?: string;
  isPublic?: true;
}

/**
 * Row j: Lighthouse on a simulated phone and slow network. The performance score varies with the machine, so it is
 * compared with that of a bare page in the same round.
 */
export async function lighthouseRows(): Promise<Row[]> {
  const bare = await serveBarePage();
  const port = await freePort();
  const browser = await launchChromium(`--remote-debugging-port=${port}`);
  try {
    return await withPortal({}, async ({ url }) => {
      const cookie = await cookieFrom(`${url}/api/register`, newRegistration());
      const pages: AuditedPage[] = [
        ...['/login', '/register', '/about', '/terms'].map((path) => ({ path, isPublic: true as const })),
        ...['/dashboard', '/timeline'].map((path) => ({ path, cookie })),
        { path: '/admin-dashboard', cookie: await administratorCookie(url) },
      ];
      const reference = scoreOf('performance', await audit(bare.url, port, { path: '/login' }));
      const rows: Row[] = [];
      for (const page of pages) rows.push(...rowsOf(page, await audit(url, port, page), reference));
      return rows;
    });
  } finally {
    await browser.close();
    await bare.close();
  }
}

/** Retries once: on a busy machine the browser's trace can fail, which says nothing about the page. */
async function audit(url: string, port: number, page: AuditedPage, isRetry = false): Promise<Report> {
  const { path, cookie, isPublic } = page;
  const result = await lighthouse(`${url}${path}`, {
    port,
    logLevel: 'silent',
    onlyCategories: categories.filter((category) => category !== 'seo' || isPublic),
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  });
  const seen = report.parse(result?.lhr);
  if (seen.runtimeError) {
    if (isRetry) throw new Error(`${path}: ${seen.runtimeError.message}`);
    return audit(url, port, page, true);
  }
  if (new URL(seen.finalDisplayedUrl).pathname !== path) {
    throw new Error(`${path} led to ${seen.finalDisplayedUrl}`);
  }
  return seen;
}

function rowsOf({ path }: AuditedPage, seen: Report, reference: number): Row[] {
  return categories.flatMap((category): Row[] => {
    if (!seen.categories[category]) return [];
    const score = scoreOf(category, seen);
    const row = { id: `j ${category} ${path}`, unit: 'points' } as const;
    if (category === 'performance') {
      const what = `Lighthouse, performance of ${path} over that of a bare React page`;
      const bound = path === '/admin-dashboard' ? null : { atLeast: 0 };
      const note = `${score}, the bare page ${reference}`;
      return [{ ...row, what, value: score - reference, bound, note }];
    }
    const what = `Lighthouse, ${category} of ${path}`;
    const faults = score === 100 ? {} : { note: faultsOf(category, seen).join(', ') };
    return [{ ...row, what, value: score, bound: { atLeast: 100 }, ...faults }];
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
