import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { startedUp } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.beforeEach(({ problems }) => problems.allowLostServer());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('nothing of the account is stored in the browser', async ({ page, portal }) => {
  const { registration } = await signedInMember(page, portal, { track: 'web' });
  await page.goto('/dashboard');
  await startedUp(page);
  const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
  for (const text of [registration.email, registration.fullName]) expect(kept).not.toContain(text);
  await expect(page.evaluate('navigator.serviceWorker.getRegistrations()')).resolves.toEqual([]);
});

test('an open page shows when the network is lost and restored, and keeps its input', async ({
  page,
  portal,
}) => {
  await signedInMember(page, portal, { track: 'game' });
  await page.goto('/contact');
  await page.getByLabel('Message', { exact: true }).fill('A question about the game track');
  await startedUp(page);
  await page.context().setOffline(true);
  const sign = page.getByText(/^You’re offline\. Showing what we last loaded at/);
  await expect(sign).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please check the form and try again.')).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('A question about the game track');
  // A page that has not been opened before.
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(heading(page)).toHaveText('My Profile');
  await page.context().setOffline(false);
  await expect(sign).toHaveCount(0);
});
