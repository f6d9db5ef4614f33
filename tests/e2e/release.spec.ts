import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/helpers/accessibility.ts';
import { test as base, expect } from '#tests/helpers/fixtures.ts';
import { type ReleasingPortal, startReleasingPortal } from '#tests/helpers/releasing-portal.ts';

const test = base.extend<{ releasing: ReleasingPortal }>({
  releasing: async ({ browserName: _ }, provide) => {
    const portal = await startReleasingPortal();
    await provide(portal);
    await portal.discard();
  },
  baseURL: async ({ releasing }, provide) => provide(releasing.url),
});

const ready = (page: Page) => page.getByText('A new version of the portal is ready.', { exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The page's entry script, whose name differs between releases. */
const entry = (page: Page) => page.locator('script[type=module][src]');

async function entryOf(page: Page): Promise<string> {
  return (await entry(page).getAttribute('src')) ?? '';
}

/** Waits until the page notices releases. */
const afterLoad = (page: Page) =>
  expect(page.locator('body > :not(#root) [aria-live="polite"]')).toHaveCount(3);

/** The window regains the focus after a while: the page asks for the session, and the response names its release. */
async function returnLater(page: Page): Promise<void> {
  await page.evaluate('Date.now = ((now) => () => now() + 120_000)(Date.now.bind(Date))');
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
}

// axe rebuilds a style sheet that could not be loaded.
test.beforeEach(({ problems }) =>
  problems.allow(
    /status of 404|preload|dynamically imported|React Router|Refused to apply style|Applying inline style/,
  ),
);

test('a half-filled form keeps its input over a reload that it asks for, and a link to a chunk that is gone opens its page', async ({
  page,
  releasing,
}) => {
  await page.goto('/register');
  const name = page.getByLabel('Full Name');
  await name.fill('Asha Rao');
  await page.getByLabel('Year of Study').selectOption('3');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel(/I agree/).check();
  await afterLoad(page);
  const former = await entryOf(page);
  await releasing.release();
  await returnLater(page);
  await expect(ready(page)).toBeVisible();
  await expect(name).toHaveValue('Asha Rao');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(entry(page)).not.toHaveAttribute('src', former);
  await expect(name).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Year of Study')).toHaveValue('3');
  await expect(page.getByLabel(/I agree/)).toBeChecked();
  // Passwords are never stored.
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(ready(page)).toHaveCount(0);
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('correct horse');

  await page.goto('/login');
  await expect(heading(page)).toHaveText('Welcome Back');
  const second = await entryOf(page);
  await releasing.release();
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(heading(page)).toHaveText('Terms and Conditions');
  await expect(page).toHaveURL('/terms');
  await expect(entry(page)).not.toHaveAttribute('src', second);
});
