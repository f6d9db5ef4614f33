import { expect, test } from '#tests/helpers/fixtures.ts';

test('the terms open from the registration page in a new tab, which keeps the form', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Asha Rao');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'terms and conditions' }).click();
  const terms = await opened;
  await expect(terms).toHaveURL('/terms');
  await expect(terms.getByRole('heading', { level: 1 })).toHaveText('Terms and Conditions');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
});
