import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { addSubmissions, feedbackField, openDesk } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

const demo = `https://example.org/${'a-long-path/'.repeat(20)}demo`;
const start = 'The first sentence. ';
const end = ` The demo is at ${demo} and this is the last sentence.`;
const projectDescription =
  start + 'It does much. '.repeat(740).slice(0, 10_000 - start.length - end.length) + end;

test('a description of 10,000 characters is cut to its first lines until it is expanded', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { members, query } = await addSubmissions(portal, 1, { projectDescription });
  await signedInAdmin(page, portal);
  await openDesk(page, `/admin/review?${query}`, members[0]?.fullName ?? '');
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
  const more = page.getByRole('button', { name: 'Show more' }).first();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(feedbackField(page)).toBeVisible();
  await test.step('no target is too small, with a page high enough that the bar at the bottom covers none', async () => {
    await page.setViewportSize({ width: 390, height: 4_000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
  });
  for (const width of [320, 390]) await expectNoSidewaysScroll(page, width);
  const folded = await height();
  expect(folded).toBeLessThan(4 * 844);

  await test.step('a button expands and cuts it', async () => {
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Show less' })).toBeFocused();
    expect(await height()).toBeGreaterThan(2 * folded);
    await expectNoSidewaysScroll(page, 390);
    await page.keyboard.press('Enter');
    await expect(more).toBeFocused();
    expect(await height()).toBe(folded);
  });

  await test.step('a link beyond the cut expands it when the keyboard reaches it', async () => {
    await page.keyboard.press('Shift+Tab');
    const link = page.getByRole('link', { name: demo });
    await expect(link).toBeFocused();
    await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible();
    await expect(link).toBeInViewport();
  });
});
