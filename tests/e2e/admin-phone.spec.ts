import { randomBytes } from 'node:crypto';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { sendMessage } from '#tests/helpers/forms.ts';
import { addSubmissions } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

test('the table of submissions is a list of cards on a phone, with the menu closed', async ({
  page,
  portal,
}) => {
  const { query, family } = await addSubmissions(portal, 1);
  await page.setViewportSize({ width: 390, height: 800 });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?${query}`);
  const row = page.getByRole('row').filter({ hasText: family });
  await expect(row).toBeVisible();
  const label = `getComputedStyle(document.querySelector('td[data-column="githubLink"]'), '::before').content`;
  expect(await page.evaluate(label)).toContain('GitHub Link');
  const box = await row.boundingBox();
  expect(box?.width ?? 999).toBeLessThanOrEqual(390);
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  for (const width of [320, 390, 768]) await expectNoSidewaysScroll(page, width);
  // Held sideways, the menu is higher than the screen.
  await page.setViewportSize({ width: 640, height: 320 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('all cards of the dashboard are equally wide on a small phone', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signedInAdmin(page, portal);
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('region', { name: 'Database Status' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent changes' }).getByText('Loading...')).toHaveCount(0);
  const widths = await page.evaluate<number[]>(
    '[...document.querySelectorAll("main section, main section li > a")].map((card) => Math.round(card.getBoundingClientRect().right))',
  );
  const edge = Math.max(...widths);
  expect(
    widths.filter((right) => right > 320 - 16),
    `right edges, the last at ${edge}`,
  ).toEqual([]);
});

test('in the inbox a message replaces the list, and back', async ({ page, portal }) => {
  // The portal is shared: only this test's search finds its messages.
  const mark = `mark${randomBytes(6).toString('hex')}`;
  for (const sent of [{ name: 'Asha' }, { name: 'x'.repeat(200), message: 'y'.repeat(3_000) }])
    await sendMessage(portal, { ...sent, mark });
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAdmin(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('link');
  await messages.first().click();
  await expect(page.getByRole('article')).toContainText('yyyy');
  await expect(messages).toHaveCount(0);
  await expectNoSidewaysScroll(page, 320);
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(messages).toHaveCount(2);
  await expect(messages.first()).toBeFocused();
});

test('menus open below their buttons, and the bar of a selection is the page’s ink', async ({
  page,
  portal,
}) => {
  const { query } = await addSubmissions(portal, 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?${query}`);
  const columns = page.getByRole('button', { name: 'Columns', exact: true });
  await columns.click();
  const menu = page.getByRole('group', { name: 'Columns to show' }).locator('..');
  const [button, panel] = [await columns.boundingBox(), await menu.boundingBox()];
  expect(panel?.y ?? 0).toBeGreaterThanOrEqual((button?.y ?? 999) + (button?.height ?? 0));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select loaded rows' }).waitFor({ state: 'attached' });
  const bar = page.getByRole('group', { name: 'Selected members' });
  const ink = (await page.evaluate('getComputedStyle(document.body).color')) as string;
  await expect(bar).toHaveCSS('background-color', ink);
  await expect(bar.getByRole('button').first()).not.toHaveCSS('color', ink);
});
