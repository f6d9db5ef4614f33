import { button } from '#tests/helpers/controls.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test('signing out with an unsent message asks in the menu of a phone, and Escape closes only the question', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInMember(page, portal);
  await page.goto('/contact');
  await page.getByLabel('Message').fill('Half a message');
  await button(page, 'Open menu').click();
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await button(page, 'Sign Out').click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Sign Out')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Stay Signed In').click();
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Sign Out')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Discard and Sign Out').click();
  await expect(page).toHaveURL('/login');
  expect(
    await page.evaluate<string>('Object.keys({ ...localStorage, ...sessionStorage }).join()'),
  ).not.toContain('draft:');
});

const trackRoute = '**/api/me/track';
const saveFailed = 'Failed to update development track. Please try again.';

test('the track picker keeps its button in place while messages come and go', async ({
  page,
  portal,
  problems,
}) => {
  problems.allowLostServer();
  await signedInMember(page, portal, { track: 'web' });
  await page.clock.install();
  await page.goto('/dashboard');
  const place = async () => {
    const box = await button(page, 'Update Track').boundingBox();
    return Math.round((box?.y ?? Number.NaN) + (await page.evaluate<number>('scrollY')));
  };
  for (const [width, track] of [
    [320, 'Machine Learning'],
    [390, 'Game Development'],
    [1280, 'Android Development'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('radio', { name: track }).check();
    const before = await place();
    await page.route(trackRoute, (route) => route.abort());
    await button(page, 'Update Track').click();
    await expect(page.getByText(saveFailed)).toBeInViewport();
    expect(await place()).toBe(before);
    await page.unroute(trackRoute);
    await button(page, 'Update Track').click();
    const saved = page.getByText('Development track updated successfully!');
    await expect(saved).toBeVisible();
    expect(await place()).toBe(before);
    await page.clock.runFor(3_000);
    await expect(saved).toHaveCount(0);
    expect(await place()).toBe(before);
  }
});
