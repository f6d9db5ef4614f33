import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';

test('lists the seven numbered terms for anyone', async ({ page }) => {
  await page.goto('/terms');
  await expect(page).toHaveTitle('Terms and Conditions · SDC');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^1\.\s*Final decision$/,
    /^2\.\s*Code of conduct$/,
    /^3\.\s*Academic integrity$/,
    /^4\.\s*Participation$/,
    /^5\.\s*Use of club resources$/,
    /^6\.\s*Privacy$/,
    /^7\.\s*Amendments$/,
  ]);
  const terms = page.locator('main').getByRole('listitem');
  await expect(terms).toHaveCount(7);
  await expect(terms.first()).toContainText('their decision is final');
  for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
});

test('opens from the registration page in a new tab, which keeps the form', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Asha Rao');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'terms and conditions' }).click();
  const terms = await opened;
  await expect(terms).toHaveURL('/terms');
  await expect(terms.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
});

test('links to the contact and the About page', async ({ page }) => {
  await page.goto('/terms');
  await page.getByRole('link', { name: 'Ask the club leads' }).click();
  await expect(page).toHaveURL('/login?from=%2Fcontact');
  await page.goBack();
  await page.getByRole('link', { name: 'about the club' }).click();
  await expect(page).toHaveURL('/about');
});
