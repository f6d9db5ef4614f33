import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { keptDrafts } from '#tests/helpers/mishaps.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const question = 'Sign out without saving?';

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** Presses Sign Out, is asked, stays, and then confirms. */
async function declineThenConfirm(page: Page): Promise<void> {
  await button(page, 'Sign Out').click();
  await expect(page.getByRole('dialog', { name: question })).toBeVisible();
  await button(page, 'Stay Signed In').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Sign Out')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Discard and Sign Out').click();
  await expect(page).toHaveURL('/login');
  expect(await keptDrafts(page)).toEqual([]);
}

test('asks before it discards an edited profile', async ({ page, portal }) => {
  const member = await signedInMember(page, portal);
  await page.goto('/profile');
  await button(page, 'Edit Profile').click();
  await page.getByLabel('Full Name').fill('Asha R');
  await declineThenConfirm(page);
  expect((await member.stored())?.fullName).toBe(member.registration.fullName);
});

test('asks on every page while a message is unsent', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web' });
  await page.goto('/contact');
  await page.getByLabel('Message').fill('Half a message');
  for (const path of ['/dashboard', '/user-tasks', '/timeline', '/profile', '/about', '/data-recovery']) {
    await page.goto(path);
    await button(page, 'Sign Out').click();
    await expect(page.getByRole('dialog', { name: question }), path).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), path).toHaveCount(0);
  }
  await page.goto('/contact');
  await expect(page.getByLabel('Message')).toHaveValue('Half a message');
  await declineThenConfirm(page);
});

test('asks if the browser could not store what was typed', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await page.goto('/contact');
  await page.evaluate("Storage.prototype.setItem = () => { throw new Error('full'); }");
  await page.getByLabel('Message').fill('Half a message');
  await declineThenConfirm(page);
});

test('asks in the menu of a phone, and Escape closes only the question', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInMember(page, portal);
  await page.goto('/contact');
  await page.getByLabel('Message').fill('Half a message');
  await button(page, 'Open menu').click();
  await button(page, 'Sign Out').click();
  await expect(page.getByRole('dialog', { name: question })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Sign Out')).toBeFocused();
  await declineThenConfirm(page);
});

test('keeps what was typed if signing out fails', async ({ page, portal, problems }) => {
  problems.allow(/net::ERR|Failed to load/);
  await signedInMember(page, portal);
  await page.goto('/contact');
  await page.getByLabel('Message').fill('Half a message');
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await button(page, 'Sign Out').click();
  await button(page, 'Discard and Sign Out').click();
  await expect(page.getByRole('alert')).toContainText('You’re still signed in.');
  await expect(button(page, 'Sign Out')).toBeFocused();
  expect(await keptDrafts(page)).toHaveLength(1);
});

test('does not ask when nothing is left to send', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await page.goto('/contact');
  await page.getByLabel('Message').fill('A question');
  await page.getByLabel('Message').fill('');
  await button(page, 'Sign Out').click();
  await expect(page).toHaveURL('/login');
});
