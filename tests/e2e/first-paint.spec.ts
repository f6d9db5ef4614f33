import type { Page } from '@playwright/test';
import { drawnPages, type PagePath } from '#domain/pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { sizeRows } from '../../bench/size-rows.ts';

/** Looks at pages that get only those scripts and style sheets that their HTML names: what comes later is gone. */
async function expectHeadings(page: Page, headings: Partial<Record<PagePath | '/gone', RegExp>>) {
  let html = '';
  // The charts come when the page stands.
  await page.route(/\/assets\/(?!glance).*\.(js|css)$/, async (route) => {
    const named = html.includes(`"${new URL(route.request().url()).pathname}"`);
    await (named ? route.fallback() : route.abort());
  });
  for (const [path, heading] of Object.entries(headings)) {
    html = await (await page.request.get(path)).text();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  }
}

test.describe('a page shows from what its HTML names', () => {
  test.beforeEach(({ problems }) => problems.allow(/ERR_FAILED|status of 404|Unable to preload/));

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

test('the rules come later where nothing is to be checked yet', async ({ page, portal }) => {
  const rules = /\/assets\/rules-/;
  for (const path of drawnPages) expect(await (await page.request.get(path)).text(), path).not.toMatch(rules);
  await signedInMember(page, portal);
  for (const path of ['/dashboard', '/timeline']) {
    expect(await (await page.request.get(path)).text(), path).not.toMatch(rules);
  }
  // It is there, and under this name.
  expect(await (await page.request.get('/profile')).text()).toMatch(rules);
});

test('no budget of scripts is passed', async () => {
  for (const { what, measured, bound, held } of await sizeRows()) {
    expect(held, `${what}: ${measured}, ${bound}`).toBe(true);
  }
});
