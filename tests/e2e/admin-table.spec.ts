import type { Locator, Page } from '@playwright/test';
import { memberNames, memberRows, openLive } from '#tests/helpers/admin-pages.ts';
import { testWithMembers } from '#tests/helpers/crowded-portal.ts';
import { expect } from '#tests/helpers/fixtures.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

// With 80 submissions, of which no test reviews any.
const test = testWithMembers(200);
test.describe.configure({ timeout: 120_000 });

async function openTable(page: Page, portal: Portal, query = ''): Promise<void> {
  await signedInAdmin(page, portal);
  await openLive(page, `/admin-dashboard${query}`);
  await expect(memberRows(page).first()).toBeVisible();
}

/** Clicks near the right end of a cell, on which the row's link lies. */
async function clickIn(page: Page, cell: Locator, button: 'left' | 'middle' = 'left'): Promise<void> {
  const box = await cell.boundingBox();
  if (!box) throw new Error('The cell is not in sight.');
  await page.mouse.click(box.x + box.width - 6, box.y + box.height / 2, { button });
}

/** The rows that are whole in the window, without scrolling. */
async function rowsInSight(page: Page): Promise<number> {
  const height = page.viewportSize()?.height ?? 0;
  const boxes = await Promise.all((await memberRows(page).all()).map((row) => row.boundingBox()));
  return boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= height).length;
}

test('the season and at least 8 members are in sight on arrival at 1280 × 720', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openTable(page, portal);
  for (const part of ['Who came', 'What waits', 'What is due'])
    await expect(page.getByRole('region', { name: part })).toBeInViewport({ ratio: 1 });
  await page.goto('/admin');
  await expect(memberRows(page).first()).toBeVisible();
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(8);
});

test('a click anywhere in a row opens it, and its controls do only what they say', async ({
  page,
  context,
  portal,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portal.url });
  await openTable(page, portal);
  const row = memberRows(page).first();
  const name = await memberNames(page).first().innerText();
  const list = page.url();

  await test.step('the empty space beside a value', async () => {
    await clickIn(page, row.locator('[data-column=fullName]'));
    await expect(page).toHaveURL(/\/admin\/review\?member=/);
    await expect(page.getByText(name).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(list);
  });

  await test.step('the middle button opens a new tab', async () => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      clickIn(page, row.locator('[data-column=fullName]'), 'middle'),
    ]);
    await expect(tab).toHaveURL(/\/admin\/review\?member=/);
    await tab.close();
    await expect(page).toHaveURL(list);
  });

  await test.step('copying an address copies it and opens nothing', async () => {
    const email = await row.locator('[data-column=email] [title*="@"]').first().getAttribute('title');
    await row.getByRole('button', { name: `Copy ${email}` }).click();
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(email);
    await expect(page).toHaveURL(list);
  });

  await test.step('a tick box ticks and opens nothing', async () => {
    const box = row.getByRole('checkbox', { name: /^Graded/ });
    const before = await box.isChecked();
    await box.click();
    await expect(box).toBeChecked({ checked: !before });
    await box.click();
    await expect(box).toBeChecked({ checked: before });
    await expect(page).toHaveURL(list);
  });
});

test('the first tick box is a few keys away, and arrows move between rows', async ({ page, portal }) => {
  await openTable(page, portal);
  const press = (key: string) => page.keyboard.press(key);
  await press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press('Enter');
  await press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the first row' })).toBeFocused();
  await press('Enter');
  await expect(memberNames(page).first()).toBeFocused();
  for (let stop = 0; stop < 3; stop += 1) await press('Tab');
  await expect(
    memberRows(page)
      .first()
      .getByRole('checkbox', { name: /^Reviewed/ }),
  ).toBeFocused();
  for (let row = 0; row < 15; row += 1) await press('ArrowDown');
  const reached = page.locator('[data-index="15"]').getByRole('checkbox', { name: /^Reviewed/ });
  await expect(reached).toBeFocused();
  await expect(reached).toBeInViewport();
  await press('ArrowUp');
  const above = page.locator('[data-index="14"]').getByRole('checkbox', { name: /^Reviewed/ });
  await expect(above).toBeFocused();
  const before = await above.isChecked();
  for (const checked of [!before, before]) {
    await press('Space');
    await expect(above).toBeChecked({ checked });
    await expect(above).toBeFocused();
  }
});

test('the way back leads to the same place in the list', async ({ page, portal }) => {
  await openTable(page, portal, '?sort=fullName&dir=asc');
  const frame = page.getByRole('group', { name: 'Project Submissions table' });
  await frame.hover();
  await page.mouse.wheel(0, 1_200);
  const row = page.locator('[data-index="34"]');
  await expect(row).toBeInViewport();
  const top = await frame.evaluate((element) => element.scrollTop);
  const name = await row.getByRole('link').first().innerText();
  await row.getByRole('link').first().focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Inbox', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused();
  expect(await frame.evaluate((element) => element.scrollTop)).toBe(top);
});
