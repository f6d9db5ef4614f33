import type { Page } from '@playwright/test';
import type { Portal } from './portal.ts';

/** Writes by the API with the page's cookies. Throws if that is rejected. @returns the body of the response */
export async function send(
  page: Page,
  { url }: Portal,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  data: object,
): Promise<unknown> {
  const response = await page.request.fetch(`${url}${path}`, { method, headers: { Origin: url }, data });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}

/** Disables the client's time-out, because a test may hold a request while it examines the page. */
const patience = 'AbortSignal.timeout = () => new AbortController().signal;';

/**
 * Removes the member's record and the counts from the HTML of pages opened from now on, so that they have to fetch
 * their data, as if the server had not been able to read it.
 */
export async function omitPageData(page: Page): Promise<void> {
  await page.addInitScript(`{
    const { parse } = JSON;
    let isFirst = true;
    JSON.parse = (text, reviver) => {
      const value = parse(text, reviver);
      if (!value?.formService) return value;
      // Without a record the server prerenders no page of a member.
      if (isFirst && value.session?.user) document.getElementById('root').replaceChildren();
      isFirst = false;
      return { ...value, member: undefined, summary: undefined, result: undefined, tasks: undefined };
    };
  }`);
}

/** Waits until the page answers: the place of its banners is there once its scripts have run. */
export async function startedUp(page: Page): Promise<void> {
  await page.locator('body > :not(#root) [aria-live]').first().waitFor({ state: 'attached' });
}

/** Holds requests to a URL until `release`, to examine a busy page. Pages have to fetch their data. */
export async function holdRequests(page: Page, url: string | RegExp) {
  await omitPageData(page);
  return holdFiles(page, url);
}

/** Holds files until `release`, to examine a page before its scripts. */
export async function holdFiles(page: Page, url: string | RegExp) {
  const gate = Promise.withResolvers<void>();
  await page.addInitScript(patience);
  await page.evaluate(patience);
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return { release: () => gate.resolve() };
}
