import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';

test('every page of a demo says so, on a phone too', async ({ page, ownPortal }) => {
  const portal = await ownPortal({ DEMO: 'on' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/login', '/about', '/reset-password']) {
    await page.goto(`${portal.url}${path}`);
    const mark = page.getByRole('complementary', { name: 'Demo' });
    await expect(mark).toHaveText('Demo: the members are made up, and no emails are sent.');
    await expect(mark).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/login') await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.setViewportSize({ width: 390, height: 844 });
  }
});
