import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { startedUp } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.beforeEach(({ problems }) => problems.allowLostServer());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const banner = (page: Page) =>
  page.getByText(/^We can’t reach the portal\. Showing what we last loaded at \d+:\d\d [AP]M\.$/);

test('without the server, an open page shows what it has with a banner, and catches up afterwards', async ({
  page,
  portal,
}) => {
  const { stored } = await signedInMember(page, portal, { track: 'web', taskDone: true });
  await page.goto('/dashboard');
  await startedUp(page);

  await portal.stop();
  try {
    // The choice is kept, with the spec's text.
    await page.getByRole('radio', { name: 'Machine Learning', exact: true }).check();
    await page.getByRole('button', { name: 'Update Track' }).click();
    await expect(page.getByText('Failed to update development track. Please try again.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Machine Learning', exact: true })).toBeChecked();
    await expect(banner(page)).toBeVisible();

    // The code of the member's other pages came with this one.
    await page.getByRole('link', { name: 'Timeline', exact: true }).click();
    await expect(heading(page)).toHaveText('Registration Timeline');
    await expect(page.getByText('Submit Project Details')).toBeVisible();
    await expect(banner(page)).toBeVisible();
  } finally {
    await portal.restart();
  }
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('radio', { name: 'Machine Learning', exact: true }).check();
  await page.getByRole('button', { name: 'Update Track' }).click();
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  expect((await stored())?.developmentTrack).toBe('ml');
});

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
