import type { Page } from '@playwright/test';
import { prerenderedPages } from '#domain/pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { holdFiles, startedUp } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The element, text, position and style of everything visible. */
const looks = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('#root > div *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { color, fontSize, fontWeight, padding, borderRadius } = getComputedStyle(element);
    const place = [x, y, width, height].map((length) => length.toFixed(1));
    return [element.tagName, ...place, color, fontSize, fontWeight, padding, borderRadius].join(' ');
  })`);

/** Marks the page's heading element, to detect whether it is replaced. */
const mark = (page: Page) => heading(page).evaluate((element) => Object.assign(element, { marked: true }));
const isMarked = (page: Page) => heading(page).evaluate((element) => 'marked' in element);

test('a prerendered page looks the same without its scripts, in light and dark colours', async ({
  page,
  browser,
  portal,
  problems,
}) => {
  const context = await browser.newContext({ baseURL: portal.url, reducedMotion: 'reduce' });
  problems.watch(context);
  for (const path of prerenderedPages) {
    const early = await context.newPage();
    // The script that sets the colour scheme loads before the page.
    await early.route(/\/assets\/.*\.js$/, () => {});
    await early.goto(path, { waitUntil: 'commit' });
    await expect(heading(early)).toBeVisible();
    const title = await early.title();

    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
    expect(await page.title(), path).toBe(title);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const each of [page, early]) await each.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
      // Style sheets and fonts may still be loading.
      const expected = await looks(page);
      await expect.poll(() => looks(early), `${path}, ${colorScheme}`).toEqual(expected);
    }
    await early.close();
  }
  await context.close();
});

/** Waits for the whole page, its styles and its fonts, which move what is on it when they come. */
async function styled(page: Page): Promise<void> {
  // `waitForFunction` would evaluate the text in the page, which its policy forbids, from the second time on.
  const applied = () =>
    page.evaluate<boolean>(
      "document.readyState !== 'loading' && [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)",
    );
  await expect.poll(applied).toBe(true);
  // The layout asks for the fonts; before it there is nothing to wait for.
  await page.evaluate('(document.body.offsetHeight, document.fonts.ready.then(() => {}))');
}

test('a page that was scrolled before the scripts load stays where it is', async ({ page }) => {
  const position = () => page.evaluate('Math.round(scrollY)');
  const scripts = await holdFiles(page, '**/assets/*.js');
  await page.goto('/terms', { waitUntil: 'commit' });
  await mark(page);
  await styled(page);
  await page.evaluate('scrollTo(0, 300)');
  await expect.poll(position).toBe(300);
  const scrolls = await page.evaluateHandle<number[]>(`{
    const seen = [];
    addEventListener('scroll', () => seen.push(scrollY));
    seen;
  }`);
  scripts.release();
  await startedUp(page);
  expect(await position()).toBe(300);
  expect(new Set(await scrolls.jsonValue())).not.toContain(0);

  // After a reload the browser itself restores the position, and the person may already have moved on.
  const again = await holdFiles(page, '**/assets/*.js');
  await page.reload({ waitUntil: 'commit' });
  await styled(page);
  await expect.poll(position).toBe(300);
  await page.mouse.wheel(0, 150);
  await expect.poll(position).toBe(450);
  again.release();
  await startedUp(page);
  expect(await position()).toBe(450);

  // A real click would scroll to the link first.
  await page.getByRole('link', { name: 'About' }).first().dispatchEvent('click');
  await expect(heading(page)).toContainText('Pick a track');
  await expect.poll(position).toBe(0);
  await page.goBack();
  await expect.poll(position).toBe(450);
});

test('choices, focus, selection and the device’s colours are as they were left before the scripts load', async ({
  page,
}) => {
  const scripts = await holdFiles(page, '**/assets/*-*.js');
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Department').selectOption('Civil Engineering');
  await page.getByLabel('Year of Study').selectOption('3');
  await page.getByLabel(/^I agree/).check();
  const name = page.getByLabel('Full Name');
  await name.fill('Asha Rao');
  await name.focus();
  await page.evaluate('document.activeElement.setSelectionRange(2, 4)');
  await page.emulateMedia({ colorScheme: 'dark' });
  scripts.release();
  await startedUp(page);
  await expect(name).toBeFocused();
  // Typing renders the form again from its state.
  await page.keyboard.type('-');
  await expect(name).toHaveValue('As- Rao');
  await expect(page.getByLabel('Department')).toHaveValue('Civil Engineering');
  await expect(page.getByLabel('Year of Study')).toHaveValue('3');
  await expect(page.getByLabel(/^I agree/)).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');

  const again = await holdFiles(page, '**/assets/*-*.js');
  await page.goto('/terms', { waitUntil: 'commit' });
  await heading(page).selectText();
  const selected = await page.evaluate<string>('String(getSelection())');
  again.release();
  await startedUp(page);
  expect(selected).not.toBe('');
  expect(await page.evaluate('String(getSelection())')).toBe(selected);
});

test('a link that is clicked before the scripts load opens its page', async ({ page }) => {
  await holdFiles(page, '**/assets/*-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(heading(page)).toHaveText('Create your account');
});

test('a member’s page shows its content before the scripts load, and carries out what was chosen until then', async ({
  page,
  portal,
}) => {
  const member = await signedInMember(page, portal);
  const scripts = await holdFiles(page, '**/assets/*-*.js');
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByText('1 of 4 steps completed')).toBeVisible();
  await expect(page.getByText(member.registration.email)).toBeVisible();
  await page.getByRole('radio', { name: 'Machine Learning' }).check();
  // It sends nothing yet, and does not leave the page either.
  await page.getByRole('radio', { name: 'Machine Learning' }).press('Enter');
  scripts.release();
  await startedUp(page);
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  expect(await member.stored()).toMatchObject({ developmentTrack: 'ml' });
});

test.describe('to a reader in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('a page shows the dates of the club, before and after its scripts, and is not rendered again', async ({
    page,
    portal,
  }) => {
    await signedInMember(page, portal, {
      track: 'web',
      record: { trackUpdatedAt: '2025-10-01T20:00:00.000Z' },
    });
    const scripts = await holdFiles(page, '**/assets/*-*.js');
    await page.goto('/timeline', { waitUntil: 'commit' });
    const step = page.getByRole('listitem').filter({ hasText: 'Select Development Track' }).first();
    await expect(step).toContainText('Oct 1, 2025');
    await mark(page);
    scripts.release();
    await startedUp(page);
    await expect(step).toContainText('Oct 1, 2025');
    expect(await isMarked(page)).toBe(true);
  });
});
