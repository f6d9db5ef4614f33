import type { Page } from '@playwright/test';
import { expectAccessibleIn, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { test as base, expect } from '#tests/helpers/fixtures.ts';
import { pageStates } from '#tests/screens/all-states.ts';
import { openPage } from '#tests/screens/open-state.ts';
import { createWorld, type World } from '#tests/screens/world.ts';

/** Enough members that lists render only some of their rows. */
const crowd = 700;

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName: _unused }, provide) => {
      const world = createWorld(crowd);
      await provide(world);
      await world.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A failed load is retried once, and again when the stream begins. A loop makes dozens while axe looks. */
const mostRequests = 10;

/** The URLs of the requests to the API from now on. */
function watchApi(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The page asks for /api/health at intervals until the portal answers.
    if (pathname.startsWith('/api/') && pathname !== '/api/health')
      urls.push(`${request.method()} ${request.url()}`);
  });
  return urls;
}

/** Those requested again and again: a failure that restarts its own request shows only now and then. */
function repeated(urls: readonly string[]): string[] {
  const counts = Map.groupBy(urls, (url) => url);
  return [...counts].filter(([, { length }]) => length > mostRequests).map(([url]) => url);
}

for (const states of pageStates) {
  const names = states.map(({ name }) => name).join(', ');
  test(`axe finds nothing in ${names}`, async ({ page, world, problems }) => {
    test.setTimeout((states.length + 1) * 60_000);
    const requests = watchApi(page);
    await useLightPhone(page);
    await openPage(page, world, states[0]);
    for (const state of states) {
      await test.step(state.name, async () => {
        if (state.complaints) problems.allow(state.complaints);
        requests.length = 0;
        await useLightPhone(page);
        await state.reach(page);
        await expectAccessibleIn(page, 'light', { cutOff: state.cutOff ?? false });
        // The width of a 1280-pixel page at 400 % zoom.
        await expectNoSidewaysScroll(page, 320);
        if (!state.phoneOnly) await page.setViewportSize({ width: 1440, height: 900 });
        await expectAccessibleIn(page, 'dark');
        expect(repeated(requests), 'requested without end').toEqual([]);
      });
    }
  });
}

async function useLightPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

test('axe reports a nameless button, and faint text in each scheme', async ({ page }) => {
  const faint = '<p style="background: #777; color: #888">Faint</p>';
  await page.setContent(`<button></button>${faint}`);
  await expect(expectAccessibleIn(page, 'light')).rejects.toThrow(/button-name.*\n.*color-contrast/);
  await expect(expectAccessibleIn(page, 'dark')).rejects.toThrow(/color-contrast/);
});
