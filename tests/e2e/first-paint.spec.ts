import type { Page } from '@playwright/test';
import { type PagePath, prerenderedPages } from '#domain/pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { sizeRows } from '../../bench/size-rows.ts';

/** Looks at pages that get only those scripts and style sheets that their HTML names: what comes later never comes. */
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
    // A drawn page has its heading before any script: it is to be looked at once React has taken it over.
    const isTakenOver = () =>
      shown.evaluate((h1) => Object.keys(h1).some((key) => key.startsWith('__react')));
    await expect.poll(isTakenOver, path).toBe(true);
  }
}

test.describe('a page shows from what its HTML names', () => {
  test.beforeEach(({ problems }) => problems.allow(/status of 404/));

  test('to whoever is signed out', async ({ page }) => {
    await expectHeadings(page, {
      '/': /Welcome Back/,
      '/register': /Create/,
      '/about': /./,
      '/profile': /./,
      '/admin': /./,
      '/gone': /Page not found/,
    });
  });

  test('to a member', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    await expectHeadings(page, {
      '/login': /^Good /,
      '/timeline': /Timeline/,
      '/contact': /./,
      '/user-tasks': /./,
    });
  });

  test('to the administrator', async ({ page, portal }) => {
    await signedInAdmin(page, portal);
    await expectHeadings(page, {
      '/': /Admin Dashboard/,
      '/admin': /./,
      '/tasks': /./,
      '/admin/inbox': /./,
    });
  });
});

test('pages where nothing is checked do not load the rules first', async ({ page, portal }) => {
  const rules = /\/assets\/rules-/;
  const htmlOf = async (path: string) => (await page.request.get(path)).text();
  for (const path of prerenderedPages) expect(await htmlOf(path), path).not.toMatch(rules);
  await signedInMember(page, portal);
  for (const path of ['/dashboard', '/timeline']) expect(await htmlOf(path), path).not.toMatch(rules);
  // The rules are a file, and it has this name.
  expect(await htmlOf('/profile')).toMatch(rules);
});

test('no budget of scripts is passed', async () => {
  for (const { what, measured, bound, held } of await sizeRows()) {
    expect(held, `${what}: ${measured}, ${bound}`).toBe(true);
  }
});
