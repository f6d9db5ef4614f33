import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  expectAccessibleIn,
  expectAligned,
  expectNoSidewaysScroll,
  expectUncovered,
} from '#tests/helpers/accessibility.ts';
import { test as base, expect } from '#tests/helpers/fixtures.ts';
import { type PageStates, pageStates, screenStates } from '#tests/screens/all-states.ts';
import { leavePage, openPage, reachState } from '#tests/screens/open-state.ts';
import type { ScreenState } from '#tests/screens/screen-state.ts';
import { describePage } from '#tests/screens/snapshot.ts';
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

/** How many pages a test opens in one tab, which compiles the client and axe only once. */
const pagesInOneTab = 8;

/**
 * The pages that share a tab. The browser errors that one of them may cause are allowed for all, so they must be the
 * same, and scripts that `before` adds remain for the next pages.
 */
function pagesOfTabs(): PageStates[][] {
  const alike = Map.groupBy(pageStates, (states) => {
    const complaints = new Set(states.map((state) => String(state.complaints ?? '')));
    return [Boolean(states[0].before), ...complaints].join();
  });
  return [...alike.values()].flatMap((pages) =>
    Array.from({ length: Math.ceil(pages.length / pagesInOneTab) }, (_, index) =>
      pages.slice(index * pagesInOneTab, (index + 1) * pagesInOneTab),
    ),
  );
}

for (const pages of pagesOfTabs()) {
  const names = pages.flat().map(({ name }) => name);
  test(`is accessible and shows what is recorded: ${names.join(', ')}`, async ({ page, world, problems }) => {
    test.setTimeout((names.length + 1) * 60_000);
    const requests = watchApi(page);
    await disableCache(page);
    for (const states of pages) {
      await showLightPhone(page);
      await openPage(page, world, states[0]);
      for (const state of states) {
        await test.step(state.name, async () => {
          if (state.complaints) problems.allow(state.complaints);
          requests.length = 0;
          await examine(page, state);
          expect(repeated(requests), 'requested without end').toEqual([]);
        });
      }
      await leavePage(page);
    }
  });
}

/** A part may still be loading. All states that differ are reported. */
const expectRecorded = expect.configure({ soft: true, timeout: 3_000 });

test('every snapshot belongs to a state', () => {
  const snapshots = readdirSync(join(import.meta.dirname, '../screens/snapshots'));
  const names = screenStates.filter(({ isRecorded }) => isRecorded).map(({ name }) => `${name}.txt`);
  expect(snapshots.sort()).toEqual(names.sort());
});

/** A page must not wait for a file that the page before it was still loading. */
async function disableCache(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
}

/** Of phones, tablets and desktops. */
const widths = [320, 360, 768, 1440, 1920];

async function examine(page: Page, state: ScreenState): Promise<void> {
  await showLightPhone(page);
  await reachState(page, state);
  await takePicture(page, `${state.name}-phone-light`);
  await expectAccessibleIn(page, 'light', { cutOff: state.cutOff ?? false });
  await expectUncovered(page);
  // The width of a 1280-pixel page at 400 % zoom.
  await expectNoSidewaysScroll(page, 320);
  for (const width of state.isRecorded ? widths : []) await expectAligned(page, width);
  if (!state.phoneOnly) await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessibleIn(page, 'dark');
  await expectUncovered(page);
  await takePicture(page, `${state.name}-dark`);
  if (state.isRecorded)
    await expectRecorded.poll(() => describePage(page, state)).toMatchSnapshot(`${state.name}.txt`);
}

/** For a look at all of them: only with PICTURES, which names a folder. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function showLightPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

test('axe reports a nameless button and a small target, and faint text in each scheme', async ({
  page,
  portal,
}) => {
  const target = '<button style="width: 10px; height: 10px; padding: 0">x</button>';
  const faint = '<p style="background: #777; color: #888">Faint</p>';
  async function expectReports(): Promise<void> {
    await page.goto('about:blank');
    await page.setContent(`<button></button>${target}${target}${faint}`);
    const inLight = expect(expectAccessibleIn(page, 'light')).rejects;
    await inLight.toThrow(/button-name.*\n.*color-contrast[\s\S]*target-size/);
    await expect(expectAccessibleIn(page, 'dark')).rejects.toThrow(/color-contrast/);
  }

  await expectReports();
  await page.goto(`${portal.url}/login`);
  await leavePage(page);
  await expectReports();
});

test('a block that begins three pixels beside the one above is reported, and an indented one is not', async ({
  page,
}) => {
  await page.setContent('<p>One</p><p style="margin-left: 24px">Two</p>');
  await expectAligned(page, 360);
  await page.setContent('<p>One</p><p style="margin-left: 3px">Two</p>');
  await expect(expectAligned(page, 360)).rejects.toThrow(/3\.0 px: <p>One/);
});

test('a page in a used tab finds no cookies, stored data or routes of the page before', async ({
  page,
  portal,
}) => {
  const stored =
    '[document.cookie.includes("one=1"), { ...localStorage }, { ...sessionStorage }, (await indexedDB.databases()).length]';
  await page.goto(`${portal.url}/login`);
  await page.evaluate(`(async () => {
    document.cookie = 'one=1';
    localStorage.one = sessionStorage.one = '1';
    await new Promise((done) => { indexedDB.open('one').onsuccess = done; });
  })()`);
  await page.route('**/login', (route) => route.abort());
  await leavePage(page);
  await page.goto(`${portal.url}/login`);
  expect(await page.evaluate(`(async () => ${stored})()`)).toEqual([
    false,
    {},
    // Names this page's drafts.
    { page: expect.any(String) },
    0,
  ]);
});

test('a request that a route holds ends with its page', async ({ page, portal }) => {
  const answered: string[] = [];
  page.on('response', (response) => void answered.push(response.url()));
  await page.goto(`${portal.url}/login`);
  await page.route('**/api/me?*', () => {});
  const requested = page.waitForRequest('**/api/me?19');
  await page.evaluate('for (let n = 0; n < 20; n += 1) void fetch(`/api/me?${n}`).catch(() => {})');
  await requested;
  await leavePage(page);
  expect(answered.filter((url) => url.includes('/api/me?'))).toEqual([]);
});
