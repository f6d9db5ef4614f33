import type { Page, Request } from '@playwright/test';

/** The page waits for its answers as long as it takes: a request is held while a slow machine looks at the page. */
const patience = 'AbortSignal.timeout = () => new AbortController().signal;';

/**
 * From now on a page that is opened has to ask for what it shows, as where the server could not tell it at once: what
 * its HTML says of the own record and of the counts is overlooked.
 */
export async function overlookKnown(page: Page): Promise<void> {
  await page.addInitScript(`{
    const { parse } = JSON;
    JSON.parse = (text, reviver) => {
      const value = parse(text, reviver);
      return value?.styleNonce ? { ...value, member: undefined, summary: undefined } : value;
    };
  }`);
}

/** Keeps requests to an address waiting until `release`, to look at a page while it is busy. */
export async function holdRequests(page: Page, url: string) {
  const gate = Promise.withResolvers<void>();
  await overlookKnown(page);
  await page.addInitScript(patience);
  await page.evaluate(patience);
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return { release: () => gate.resolve() };
}

/**
 * Resolves when a member's page that is about to open has begun its stream and read the record once more for it. A
 * session that ends before that has requests refused, which the browser reports.
 */
export async function streamBegun(page: Page): Promise<void> {
  await page.waitForResponse('**/api/me/events');
  await page.waitForResponse('**/api/me');
}

/** Writes down the requests to a path from now on. */
export function watchRequests(page: Page, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(request);
  });
  return seen;
}
