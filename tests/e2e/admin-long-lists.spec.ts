import type { Locator, Page } from '@playwright/test';
import { memberRows, openLive } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';

// The tests of this file share one portal with many members, which nothing else changes.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const members = 4_200;
const pageSize = 100;
let portal: Portal;

test.beforeAll(async () => {
  portal = await startPortal();
  await withStore(portal, (store) => seedMembers(store, members));
});

test.afterAll(() => portal.discard());

function frameOf(page: Page): Locator {
  return page.getByRole('group', { name: 'Users table' });
}

test('a search with very many results shows their number', async ({ page }) => {
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/admin?submitted=false`);
  await expect(page.getByText('2,520 users match', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: /^Search/ }).fill('1SD22');
  await expect(memberRows(page).first()).toContainText('1SD22');
  await expect(page.getByText('630 users match', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-rowcount', '631');
  await page.close();
});

for (const { width, height, pages } of [
  // A page of cards is six times as tall.
  { width: 390, height: 844, pages: 1 },
  { width: 1440, height: 900, pages: 3 },
]) {
  test(`steady scrolling at ${width} px requests rows before they are needed, and renders few`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript({ content: noteRequests });
    await signedInAdmin(page, portal);
    await openLive(page, `${portal.url}/admin`);
    const frame = frameOf(page);
    await expect(memberRows(page).first()).toBeVisible();
    await frame.hover();

    const asked = () => page.evaluate<number[]>('window.lastRowsInSight');
    const place = () => frame.evaluate((element) => element.scrollTop);
    let rendered = 0;
    while ((await asked()).length < pages) {
      const before = await place();
      await page.mouse.wheel(0, 800);
      // Cards whose height differs from the estimate move the scroll position a little.
      await expect.poll(place).toBeGreaterThan(before + 400);
      rendered = Math.max(rendered, await memberRows(page).count());
    }
    for (const [index, lastRow] of (await asked()).entries()) {
      expect(lastRow, `row in sight as page ${index + 2} was asked for`).toBeGreaterThan(0);
      expect(lastRow, `row in sight as page ${index + 2} was asked for`).toBeLessThan(
        (index + 1) * pageSize - 20,
      );
    }
    expect(rendered).toBeLessThan(60);
    await page.close();
  });
}

/**
 * Runs in the page: records the last visible row whenever another page of the list is requested. A string, because
 * Node.js does not have the page's globals.
 */
const noteRequests = `
  window.lastRowsInSight = [];
  const send = window.fetch;
  window.fetch = (address, ...rest) => {
    if (/\\/api\\/admin\\/members\\?.*cursor=/.test(String(address))) {
      const bottom = document.querySelector('[role=group][aria-label="Users table"]').getBoundingClientRect().bottom;
      const inSight = [...document.querySelectorAll('[data-index]')].filter((row) => row.getBoundingClientRect().top < bottom);
      window.lastRowsInSight.push(Math.max(...inSight.map((row) => Number(row.dataset.index))));
    }
    return send(address, ...rest);
  };
`;
