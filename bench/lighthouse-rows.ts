import lighthouse from 'lighthouse';
import { z } from 'zod';
import { freePort } from '#tests/helpers/free-port.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { serveBarePage } from './bare-page.ts';
import { startProcess } from './bench-process.ts';
import { launchChromium } from './chromium.ts';
import { administratorCookie, cookieFrom } from './cookie.ts';
import type { Row } from './row.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

const report = z.object({
  finalDisplayedUrl: z.string(),
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.partialRecord(
    z.enum(categories),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), z.object({ score: z.number().nullable(), title: z.string() })),
});
type Report = z.infer<typeof report>;

/**
 * A page, the session that opens it, and the scores it must reach, or null for one that is only shown; for performance,
 * the difference to the bare page.
 */
interface AuditedPage {
  path: string;
  cookie?: string;
  bounds: Partial<Record<Category, number | null>>;
}

/**
 * Row j: Lighthouse on a simulated phone and slow network. The performance score varies with the machine, so it is
 * compared with that of a bare page in the same round.
 */
export async function lighthouseRows(): Promise<Row[]> {
  const portal = await startProcess('server/main.ts');
  const bare = await serveBarePage();
  const port = await freePort();
  const browser = await launchChromium(`--remote-debugging-port=${port}`);
  try {
    const login = { path: '/login', bounds: { performance: 0 } };
    const reference = scoreOf('performance', await auditPage(bare.url, port, login));
    const rows: Row[] = [];
    for (const audited of await pagesToAudit(portal.url)) {
      rows.push(...rowsOf(audited, await auditPage(portal.url, port, audited), reference));
    }
    return rows;
  } finally {
    await browser.close();
    await bare.close();
    await portal.stop();
  }
}

async function pagesToAudit(url: string): Promise<AuditedPage[]> {
  const exact = { accessibility: 100, 'best-practices': 100 };
  const member = await cookieFrom(`${url}/api/register`, newRegistration());
  const administrator = await administratorCookie(url);
  const forAnybody = ['/login', '/register', '/about', '/terms'].map((path) => ({
    path,
    bounds: { performance: 0, ...exact, seo: 100 },
  }));
  const signedIn = { performance: -3, ...exact };
  return [
    ...forAnybody,
    { path: '/dashboard', cookie: member, bounds: signedIn },
    { path: '/timeline', cookie: member, bounds: signedIn },
    { path: '/admin-dashboard', cookie: administrator, bounds: { performance: null, ...exact } },
  ];
}

/** Retries once: on a busy machine the browser's trace can fail, which says nothing about the page. */
async function auditPage(url: string, port: number, audited: AuditedPage): Promise<Report> {
  const first = await runLighthouse(url, port, audited);
  const seen = first.runtimeError ? await runLighthouse(url, port, audited) : first;
  if (seen.runtimeError) throw new Error(`${audited.path}: ${seen.runtimeError.message}`);
  return seen;
}

async function runLighthouse(
  url: string,
  port: number,
  { path, cookie, bounds }: AuditedPage,
): Promise<Report> {
  const result = await lighthouse(`${url}${path}`, {
    port,
    logLevel: 'silent',
    onlyCategories: Object.keys(bounds),
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  });
  const seen = report.parse(result?.lhr);
  if (!seen.runtimeError && new URL(seen.finalDisplayedUrl).pathname !== path) {
    throw new Error(`${path} led to ${seen.finalDisplayedUrl}`);
  }
  return seen;
}

function rowsOf({ path, bounds }: AuditedPage, seen: Report, reference: number): Row[] {
  return categories.flatMap((category): Row[] => {
    const least = bounds[category];
    if (least === undefined) return [];
    const bound = least === null ? null : { atLeast: least };
    const score = scoreOf(category, seen);
    if (category === 'performance') {
      const what = `Lighthouse, performance of ${path} over that of a bare React and Mantine page`;
      const note = `${score}, the bare page ${reference}`;
      const value = score - reference;
      return [{ id: `j performance ${path}`, what, value, unit: 'points', bound, note }];
    }
    const faults = least === null || score >= least ? [] : faultsOf(category, seen);
    return [
      {
        id: `j ${category} ${path}`,
        what: `Lighthouse, ${category} of ${path}`,
        value: score,
        unit: 'points',
        bound,
        ...(faults.length > 0 && { note: faults.join(', ') }),
      },
    ];
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
