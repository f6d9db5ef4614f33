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

  for (const [who, progress, paths] of [
    ['a visitor', null, ['/login', '/register']],
    ['a member', { track: 'web' }, ['/dashboard', '/timeline', '/contact', '/profile']],
  ] as const) {
    test(`the pages of ${who} can be read without sideways scrolling, and no bar covers the focus`, async ({
      page,
      portal,
    }) => {
      if (progress) await signedInMember(page, portal, progress);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Loading...')).toHaveCount(0);
        for (let stops = 0; stops < 12; stops += 1) await tab(page);
        await expectNoSidewaysScroll(page, 640);
        await page.setViewportSize({ width: 640, height: 400 });
      }
    });
  }
});

test.describe('in forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

  test('the selected track and the states of the steps remain distinguishable', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    await page.goto('/dashboard');
    await expect(page.getByRole('radio', { name: 'Web Development' })).toBeChecked();
    const card = (name: string) => page.getByRole('main').locator('label').filter({ hasText: name });
    expect(await style(card('Web Development'), 'outline-style')).toBe('solid');
    expect(await style(card('Machine Learning'), 'outline-style')).toBe('none');
    const shape = (status: string) => page.locator(`svg[data-status="${status}"] > path`).first();
    expect(await style(shape('completed'), 'fill')).not.toBe(await style(shape('current'), 'fill'));
    expect(await style(shape('pending'), 'stroke-dasharray')).not.toBe('none');
  });

  test('a check mark is the browser’s own, and the focused element is visible', async ({ page }) => {
    await page.goto('/register');
    expect(await style(page.getByLabel(/I agree to the/), 'appearance')).toBe('auto');
    await page.goto('/login');
    for (let stops = 0; stops < 7; stops += 1) await tab(page);
  });

  test('checkboxes and charts are visible', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    await signedInAdmin(page, portal);
    await page.goto('/admin-dashboard');
    const bar = page.getByRole('table', { name: 'Members by track' }).locator('[style*=width]').first();
    await expect(bar).toBeAttached();
    const rail = bar.locator('..');
    expect(await style(bar, 'background-color')).not.toBe(await style(rail, 'background-color'));
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const box = page.getByRole('checkbox', { name: 'Select loaded rows' });
    expect(await style(box, 'appearance')).toBe('auto');
  });
});

test.describe('motion', () => {
  const running = 'document.getAnimations().filter((one) => one.playState === "running").length';

  test('plays while a page loads, and ends immediately with reduced motion', async ({ page, portal }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await signedInMember(page, portal);
    await holdRequests(page, '**/api/me');
    await page.goto('/timeline');
    await expect(page.getByText('Loading...')).toBeAttached();
    await expect.poll(() => page.evaluate<number>(running)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => page.evaluate<number>(running)).toBe(0);
  });

  test('is absent from a change of colours with reduced motion', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto('/register');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate<number>(running)).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
    expect(await page.evaluate<number>(running)).toBe(0);
  });
});
