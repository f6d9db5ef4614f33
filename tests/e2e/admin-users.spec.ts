import type { Locator, Page } from '@playwright/test';
import { deskTexts } from '#domain/review-texts.ts';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { memberNames, registerFamily, submission, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// Registering many members takes long on machines with few cores.
test.describe.configure({ timeout: 120_000 });

function headings(page: Page): Locator {
  return page.getByRole('columnheader');
}

test('every name of a member leads to their page, also in a new tab', async ({ page, newPage, portal }) => {
  const name = uniqueName('Kavya');
  const { uid } = await signedInMember(
    await newPage(),
    portal,
    { track: 'web', submission },
    { fullName: name },
  );
  await signedInAdmin(page, portal);
  const address = `/admin/members/${uid}`;
  const list = page.getByRole('row').getByRole('link', { name, exact: true });
  const places = [
    [`/admin?q=${encodeURIComponent(name)}`, list],
    ['/admin-dashboard', page.getByRole('region', { name: 'Recent changes' }).getByRole('link', { name })],
    [`/admin/review?member=${uid}`, page.getByRole('link', { name: deskTexts.memberPage })],
  ] as const;
  for (const [path, link] of places) {
    await page.goto(path);
    await expect(link.first(), path).toHaveAttribute('href', address);
  }
  await page.goto(places[0][0]);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    list.click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('can be used by keyboard', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', submission } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?q=${name}`);
  const reviewed = page.getByRole('checkbox', { name: `Reviewed: Asha ${name}` });
  await expect(reviewed).toBeVisible();
  await page.getByRole('link', { name: 'Write to members' }).focus();
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
});
