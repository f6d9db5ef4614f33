import { expect, test } from '#tests/helpers/fixtures.ts';

test('the browser accepts the manifest and finds no obstacle to installation', async ({ page }) => {
  await page.goto('/about');
  const browser = await page.context().newCDPSession(page);
  expect(await browser.send('Page.getAppManifest')).toMatchObject({
    url: expect.stringMatching(/\/manifest\.webmanifest$/),
    errors: [],
  });
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // The test's browser context counts as a private window, where nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('the browser’s toolbar colour follows the chosen scheme', async ({ page }) => {
  const bars = () =>
    page.evaluate<string>('document.querySelector(`meta[name="theme-color"]:not([media])`).content');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/about');
  await expect.poll(bars).toBe('#f4f6ef');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await expect.poll(bars).toBe('#0d110e');
  await page.reload();
  await expect.poll(bars).toBe('#0d110e');
});
