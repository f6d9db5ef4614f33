import type { Locator, Page } from '@playwright/test';
import { memberRows, openLive, uniqueName } from '#tests/helpers/admin-pages.ts';
import { testWithMembers } from '#tests/helpers/crowded-portal.ts';
import { expect } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const test = testWithMembers(700);
// The tests of this file count the members.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const pageSize = 100;

function frameOf(page: Page): Locator {
  return page.getByRole('group', { name: 'Users table' });
}

for (const { width, height, pages } of [
  // A page of cards is six times as tall.
  { width: 390, height: 844, pages: 1 },
  { width: 1440, height: 900, pages: 3 },
]) {
  test(`steady scrolling at ${width} px requests rows before they are needed, and renders few`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript({ content: noteRequests });
    await signedInAdmin(page, portal);
    await openLive(page, '/admin');
    const frame = frameOf(page);
    await expect(memberRows(page).first()).toBeVisible();
    await frame.hover();

    const asked = () => page.evaluate<number[]>('window.lastRowsInSight');
    const place = () => frame.evaluate((element) => element.scrollTop);
    const isAtEnd = () =>
      frame.evaluate(
        ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 1,
      );
    let rendered = 0;
    while ((await asked()).length < pages) {
      const before = await place();
      await page.mouse.wheel(0, 800);
      // Cards whose height differs from the estimate move the scroll position a little. Where the next page is still on its
      // way, the list ends.
      await expect.poll(async () => (await place()) > before + 400 || isAtEnd()).toBe(true);
      rendered = Math.max(rendered, await memberRows(page).count());
    }
    for (const [index, lastRow] of (await asked()).entries()) {
      expect(lastRow, `row in sight as page ${index + 2} was asked for`).toBeGreaterThan(0);
      expect(lastRow, `row in sight as page ${index + 2} was asked for`).toBeLessThan(
        (index + 1) * pageSize - 20,
      );
    }
    expect(rendered).toBeLessThan(60);
  });
}

test('a scrolled list keeps its position when a new member appears above', async ({
  page,
  newPage,
  portal,
}) => {
  await signedInAdmin(page, portal);
  await openLive(page, '/admin');
  await expect(page.getByText('700 users', { exact: true })).toBeVisible();
  await frameOf(page).evaluate((frame) => frame.scrollTo({ top: 2_000 }));
  await expect(memberRows(page).first()).not.toHaveAttribute('aria-rowindex', '2');
  const row = memberRows(page).nth(Math.floor((await memberRows(page).count()) / 2));
  const index = Number(await row.getAttribute('aria-rowindex'));
  const name = await row.getByRole('link').first().innerText();
  const email = await row.getByRole('cell').nth(1).innerText();
  const kept = memberRows(page).filter({ hasText: email });
  const place = await kept.boundingBox();

  await signedInMember(await newPage(), portal, {}, { fullName: uniqueName('New') });
  await expect(page.getByText('701 users', { exact: true })).toBeVisible();
  await expect(kept).toHaveAttribute('aria-rowindex', String(index + 1));
  await expect(kept.getByRole('link').first()).toHaveText(name);
  expect((await kept.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
});

/**
 * Runs in the page: records the last visible row whenever another page of the list is requested. A string, because
 * Node.js does not have the page's globals.
 */
const noteRequests = `
  window.lastRowsInSight = [];
  const send = window.fetch;
  window.fetch = (address, ...rest) => {
    if (/\\/api\\/admin\\/members\\?.*cursor=/.test(String(address))) {
      const bottom = document.querySelector('[role=group][aria-label="Users table"]').getBoundingClientRect().bottom;
      const inSight = [...document.querySelectorAll('[data-index]')].filter((row) => row.getBoundingClientRect().top < bottom);
      window.lastRowsInSight.push(Math.max(...inSight.map((row) => Number(row.dataset.index))));
    }
    return send(address, ...rest);
  };
`;
