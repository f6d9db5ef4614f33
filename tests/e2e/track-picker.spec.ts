import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { nothingSelected, radio, saveButton, saveFailed } from '#tests/helpers/track-picker.ts';

const saved = 'Development track updated successfully!';
const trackRoute = '**/api/me/track';

for (const width of [320, 390, 1280]) {
  test(`keeps the page in its place while messages come and go at ${width} pixels`, async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR/);
    await signedInMember(page, portal, { track: 'web' });
    await page.setViewportSize({ width, height: 900 });
    await page.clock.install();
    await page.goto('/dashboard');
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
    await radio(page, 'Machine Learning').check();
    const before = await height();
    await page.route(trackRoute, (route) => route.abort());
    await saveButton(page).click();
    await expect(page.getByText(saveFailed)).toBeVisible();
    expect(await height()).toBe(before);
    await page.unroute(trackRoute);
    await saveButton(page).click();
    await expect(page.getByText(saved)).toBeVisible();
    expect(await height()).toBe(before);
    await page.clock.runFor(3_000);
    await expect(page.getByText(saved)).toHaveCount(0);
    expect(await height()).toBe(before);
  });
}

test('works by keyboard alone', async ({ page, portal, problems }) => {
  problems.allow(/net::ERR/);
  await signedInMember(page, portal);
  await page.goto('/dashboard');
  await expect(page.getByText(nothingSelected)).toBeVisible();
  await radio(page, 'Android Development').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(nothingSelected);
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'Web Development')).toBeChecked();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(radio(page, 'Machine Learning')).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(radio(page, 'Game Development')).toBeChecked();

  await page.route(trackRoute, (route) => route.abort());
  await page.keyboard.press('Tab');
  await expect(saveButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(saveFailed);
  await expect(saveButton(page)).toBeFocused();
  await page.unroute(trackRoute);
  await page.keyboard.press('Space');
  await expect(page.getByText(saved)).toBeVisible();
  await expect(radio(page, 'Game Development')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(radio(page, 'Machine Learning')).toHaveAccessibleDescription(/Your current track$/);
});
