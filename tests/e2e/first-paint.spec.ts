import type { Page } from '@playwright/test';
import type { PagePath } from '#domain/pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { isHeld, joinRounds } from '../../bench/row.ts';
import { sizeRows } from '../../bench/size-rows.ts';

/** Opens pages with only the scripts and style sheets that their HTML names; everything else is never answered. */
async function expectHeadings(page: Page, headings: Partial<Record<PagePath | '/' | '/gone', RegExp>>) {
  let html = '';
  await page.unrouteAll();
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    if (html.includes(`"${new URL(route.request().url()).pathname}"`)) await route.continue();
  });
  for (const [path, heading] of Object.entries(headings)) {
    html = await (await page.request.get(path)).text();
    await page.goto(path, { waitUntil: 'commit' });
    const shown = page.getByRole('heading', { level: 1 });
    await expect(shown, path).toHaveText(heading);
    // A prerendered page has its heading before any script, so wait until React has hydrated it.
    const isTakenOver = () =>
      shown.evaluate((h1) => Object.keys(h1).some((key) => key.startsWith('__react')));
    await expect.poll(isTakenOver, path).toBe(true);
  }
}

test.describe('a page renders with the files that its HTML names', () => {
  test.beforeEach(({ problems }) => problems.allow(/status of 404/));

  test('for a visitor', async ({ page }) => {
    await expectHeadings(page, {
      '/': /Welcome Back/,
      '/register': /Create/,
      '/about': /./,
      '/profile': /./,
      '/admin': /./,
      '/gone': /Page not found/,
    });
  });

  test('for a member', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    await expectHeadings(page, {
      '/login': /^Good /,
      '/timeline': /Timeline/,
      '/contact': /./,
      '/user-tasks': /./,
    });
  });

  test('for the administrator', async ({ page, portal }) => {
    await signedInAdmin(page, portal);
    await expectHeadings(page, {
      '/': /Admin Dashboard/,
      '/admin': /./,
      '/tasks': /./,
      '/admin/inbox': /./,
    });
  });
});

test('no page exceeds its script budget', async () => {
  const missed = joinRounds([await sizeRows()]).filter((row) => !isHeld(row));
  expect(missed).toEqual([]);
});
