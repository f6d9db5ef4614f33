import type { Locator } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { tab } from '#tests/helpers/focus.ts';
import { holdRequests } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

/** Runs in the page, whose globals Node.js does not have. */
const readStyle = new Function(
  'element',
  'name',
  'return getComputedStyle(element).getPropertyValue(name)',
) as (element: unknown, name: string) => string;

function style(locator: Locator, property: string): Promise<string> {
  return locator.evaluate(readStyle, property);
}

test.describe('at 200 %', () => {
  // A window of 1280 by 800 pixels at 200 %.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test('pages can be read without sideways scrolling, and no bar covers the focus', async ({
    page,
    portal,
  }) => {
    for (const path of ['/login', '/register', '/dashboard', '/timeline', '/contact', '/profile']) {
      if (path === '/dashboard') await signedInMember(page, portal, { track: 'web' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      for (let stops = 0; stops < 12; stops += 1) await tab(page);
      await expectNoSidewaysScroll(page, 640);
      await page.setViewportSize({ width: 640, height: 400 });
    }
  });
});

test('in forced colours the chosen, the focused and the drawn remain visible', async ({ page, portal }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/register');
  // A check mark is the browser’s own.
  expect(await style(page.getByLabel(/I agree to the/), 'appearance')).toBe('auto');
  await page.goto('/login');
  for (let stops = 0; stops < 7; stops += 1) await tab(page);

  await signedInMember(page, portal, { track: 'web' });
  await page.goto('/dashboard');
  await expect(page.getByRole('radio', { name: 'Web Development' })).toBeChecked();
  const card = (name: string) => page.getByRole('main').locator('label').filter({ hasText: name });
  expect(await style(card('Web Development'), 'outline-style')).toBe('solid');
  expect(await style(card('Machine Learning'), 'outline-style')).toBe('none');
  const shape = (status: string) => page.locator(`svg[data-status="${status}"] > path`).first();
  expect(await style(shape('completed'), 'fill')).not.toBe(await style(shape('current'), 'fill'));
  expect(await style(shape('pending'), 'stroke-dasharray')).not.toBe('none');

  await signedInAdmin(page, portal);
  await page.goto('/admin-dashboard');
  const bar = page.getByRole('table', { name: 'Members by track' }).locator('[style*=width]').first();
  await expect(bar).toBeAttached();
  expect(await style(bar, 'background-color')).not.toBe(await style(bar.locator('..'), 'background-color'));
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const box = page.getByRole('checkbox', { name: 'Select loaded rows' });
  expect(await style(box, 'appearance')).toBe('auto');
});

test('motion plays while a page loads, and with reduced motion neither then nor as colours change', async ({
  page,
  portal,
}) => {
  const running = () =>
    page.evaluate<number>('document.getAnimations().filter((one) => one.playState === "running").length');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await signedInMember(page, portal);
  await holdRequests(page, '**/api/me');
  await page.goto('/timeline');
  await expect(page.getByText('Loading...')).toBeAttached();
  await expect.poll(running).toBeGreaterThan(0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect.poll(running).toBe(0);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  expect(await running()).toBe(0);
});

test('a link with a name from right to left leaves the number after it in its place', async ({ page }) => {
  await page.goto('/about');
  const gap = await page.evaluate(`(() => {
    const line = document.createElement('p');
    const link = Object.assign(document.createElement('a'), { href: '/', textContent: 'דוד כהן' });
    line.append(link, ' · 3 of 4');
    document.querySelector('main').append(line);
    const after = document.createRange();
    after.selectNode(line.lastChild);
    return after.getBoundingClientRect().left - link.getBoundingClientRect().right;
  })()`);
  expect(gap).toBeGreaterThanOrEqual(0);
});
