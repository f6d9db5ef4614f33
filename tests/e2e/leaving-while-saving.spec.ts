import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { addSubmissions, openDesk, storedMembers } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

/** Holds the requests to a URL, even those that outlive their page. */
async function hold(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test('a mark is saved although the page is reloaded before the answer', async ({ page, portal }) => {
  const { members, query } = await addSubmissions(portal, 1);
  await signedInAdmin(page, portal);
  await openDesk(page, `/admin/review?${query}`, members[0]?.fullName ?? '');
  const release = await hold(page, '**/api/admin/reviews');
  const asked = page.waitForEvent('dialog');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('g');
  await sent;
  const reloaded = page.reload();
  // A write that waits for this one would be lost, so the browser asks.
  await (await asked).accept();
  await reloaded;
  release();
  await expect.poll(async () => (await storedMembers(portal, members))[0]?.graded).toBe(true);
});
