import type { Page } from '@playwright/test';
import { memberNames, openLive, submission } from '#tests/helpers/admin-pages.ts';
import { test as base, expect } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

/** A page of a browser whose scrollbars take space, as on Windows; Playwright hides them. */
const test = base.extend<{ scrollingPage: Page }>({
  scrollingPage: async ({ playwright, launchOptions, baseURL }, provide) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    await provide(
      await browser.newPage({ viewport: { width: 390, height: 700 }, ...(baseURL && { baseURL }) }),
    );
    await browser.close();
  },
});

test('scrollbars have the colours of the page, and cut nothing off a dialog', async ({
  page,
  scrollingPage: admin,
  portal,
}) => {
  await signedInMember(page, portal, { track: 'web', submission });
  await signedInAdmin(admin, portal);
  await openLive(admin, '/admin');
  await memberNames(admin).first().click();
  await admin.getByRole('button', { name: 'Edit details' }).click();
  const details = admin.getByRole('dialog');
  await expect(details).toBeVisible();
  const { inside, outside } = await admin.evaluate<{ inside: number; outside: number }>(
    '({ inside: document.documentElement.clientWidth, outside: innerWidth })',
  );
  expect(inside).toBeLessThan(outside);
  // It slides in.
  await expect
    .poll(async () => {
      const box = await details.boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    })
    .toBeLessThanOrEqual(inside);
  await expect(details).not.toHaveCSS('scrollbar-color', 'auto');
});
