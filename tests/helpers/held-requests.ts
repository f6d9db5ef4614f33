import type { Page } from '@playwright/test';

/** Lets a page's requests to an address wait until they are released: the time in which it is busy or loading. */
export async function holdRequests(page: Page, url: string): Promise<{ release(): void }> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return { release: () => gate.resolve() };
}

/** The methods of the page's requests to a path, from now on. */
export function watchRequests(page: Page, path: string): string[] {
  const methods: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) methods.push(request.method());
  });
  return methods;
}
