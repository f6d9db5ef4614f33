import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

test('a visitor sees what the lead has saved', async ({ page, browser, ownPortal }) => {
  const portal = await ownPortal();
  const visitor = await browser.newPage({ baseURL: portal.url });
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/admin/settings/club`);
  await page.getByLabel('Short name').fill('ABC');
  await page.getByLabel('President', { exact: true }).fill('Asha Rao');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Dates' }).click();
  await page.getByLabel('Time zone').selectOption('Asia/Kolkata');
  await page.getByLabel('Registration opens').fill('2099-12-01T18:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await visitor.goto('/about');
  await expect(visitor).toHaveTitle('About · ABC');
  await expect(visitor.getByRole('contentinfo')).toContainText('President: Asha Rao');
  await expect(visitor.getByRole('contentinfo')).toContainText('Registration opens on Tue 1 Dec, 18:30');
  await visitor.close();
});
