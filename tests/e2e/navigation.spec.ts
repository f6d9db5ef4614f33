import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { holdRequests } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('after a navigation the focus is on the new page’s content', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(heading(page)).toHaveText('My Profile');
  const content = page.locator('#content');
  await expect(content).toBeFocused();
  // As when the window loses the focus: it gives it back to the same element.
  await content.dispatchEvent('blur');
  await expect(content).toBeFocused();
  await page.getByRole('button', { name: 'Edit Profile' }).focus();
  await heading(page).click();
  await expect(content, 'a press on its text does not focus the page').not.toBeFocused();
  await expect(page.locator('body')).toBeFocused();
});

test('back and forward restore content and scroll position immediately', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web', taskDone: true });
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/dashboard');
  const card = page.getByRole('link', { name: 'Registration Timeline' });
  await expect(card).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate<number>('scrollY');
  expect(scrolled).toBeGreaterThan(100);
  await card.click();
  await expect(heading(page)).toHaveText('Registration Timeline');
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await expect(page.getByText('3 of 4 steps completed')).toBeVisible();

  const held = await holdRequests(page, '**/api/me');
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Web Development', exact: true })).toBeChecked();
  await expect.poll(() => page.evaluate('scrollY')).toBe(scrolled);
  await page.goForward();
  await expect(page.getByText('3 of 4 steps completed')).toBeVisible();
  held.release();
});

test('Loading... is not shown if the page carries the session, unless the network is slow', async ({
  page,
  portal,
}) => {
  const loader = page.getByRole('heading', { name: 'Loading...' });
  await signedInAdmin(page, portal);
  const held = await holdRequests(page, '**/tools-*.js');
  await page.goto('/tasks');
  await expect(loader).toBeVisible();
  held.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Development Tasks');

  // Freeze the delay after which the network counts as slow, however slow this machine is.
  await page.addInitScript(`
    const later = window.setTimeout;
    window.setTimeout = (work, time, ...rest) => (time === 350 ? 0 : later(work, time, ...rest));
    window.seen = [];
    new MutationObserver(() => window.seen.push(document.querySelector('h1')?.textContent ?? ''))
      .observe(document, { subtree: true, childList: true });
  `);
  for (const [path, title] of [
    ['/tasks', 'Development Tasks'],
    ['/about', 'Pick a track'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    const seen = await page.evaluate<string[]>('window.seen');
    expect(seen.filter((heading) => heading !== '' && !heading.includes(title))).toEqual([]);
  }
});
