import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { memberNames, registerFamily, submission } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

// Registering many members takes long on machines with few cores.
test.describe.configure({ timeout: 120_000 });

function headings(page: Page): Locator {
  return page.getByRole('columnheader');
}

test('opens a member’s details, also by URL, and restores the focus', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', taskDone: true, submission } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin?q=${name}`);
  await memberNames(page).click();
  const details = page.getByRole('dialog', { name: `Asha ${name}` });
  await expect(details).toContainText('An events board for the campus.');
  await expect(details).toContainText(`ASHA-${name}`);
  await expect(details.getByRole('list').getByRole('listitem')).toHaveCount(4);
  await details.getByLabel('Graded').check();
  await expect(details.getByRole('list').getByRole('listitem').first()).toContainText(
    'Review changed: graded',
  );

  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(memberNames(page)).toBeFocused();
  await expect(page).toHaveURL(`/admin?q=${name}`);
  await page.goBack();
  await page.goForward();
  await memberNames(page).click();
  await page.reload();
  await expect(details.getByLabel('Graded')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
});

test('can be used by keyboard', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', submission } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?q=${name}`);
  const reviewed = page.getByRole('checkbox', { name: `Reviewed: Asha ${name}` });
  await expect(reviewed).toBeVisible();
  await page.getByRole('link', { name: 'Write to these' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: 'Project Submissions table' })).toBeFocused();
  await page.keyboard.press('Tab');
  for (const heading of [/^Name/, /^Email/, /^Track/, /^GitHub Link/, /^Submitted/, /^Reviewed/, /^Graded/]) {
    await expect(headings(page).getByRole('button', { name: heading })).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await expect(memberNames(page)).toBeFocused();
  for (const _control of ['copy', 'repository', 'reviewed']) await page.keyboard.press('Tab');
  await expect(reviewed).toBeFocused();
  await page.keyboard.press('Space');
  await expect(reviewed).toBeChecked();
  await expect(reviewed).toBeFocused();
});

test('is a list of cards on a phone, with the menu closed', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', submission } });
  await page.setViewportSize({ width: 390, height: 800 });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?q=${name}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(row.getByText('GitHub Link')).toBeVisible();
  const box = await row.boundingBox();
  expect(box?.width ?? 999).toBeLessThanOrEqual(390);
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
  for (const width of [320, 390, 768]) await expectNoSidewaysScroll(page, width);
});
