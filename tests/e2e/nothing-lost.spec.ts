import type { Page } from '@playwright/test';
import { button, field } from '#tests/helpers/controls.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';

// A browser fills in forms again by itself, after a reload and on the way back. Tests of the pages hold what is kept when the
// network or the session is lost.

type Entry = readonly [label: string, value: string];

/** Types one field after the other. After each, the page is reloaded, or left by Back and opened again by Forward. */
async function typeThrough(page: Page, entries: readonly Entry[]): Promise<void> {
  for (const [index, [label, value]] of entries.entries()) {
    const control = field(page, label);
    if ((await control.and(page.locator('select')).count()) > 0) await control.selectOption(value);
    else await control.fill(value);
    if (index % 2 === 0) await page.reload();
    else await goBackAndForward(page);
    for (const [typed, expected] of entries.slice(0, index + 1)) {
      await expect(field(page, typed)).toHaveValue(expected);
    }
  }
}

async function goBackAndForward(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  const title = await heading.innerText();
  await page.goBack();
  await expect(heading).not.toHaveText(title);
  await page.goForward();
  await expect(heading).toHaveText(title);
}

function keptDrafts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    "[localStorage, sessionStorage].flatMap((area) => Object.keys(area)).filter((key) => key.startsWith('draft:'))",
  );
}

test('registration', async ({ page }) => {
  const form = newRegistration();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await typeThrough(page, [
    ['Full Name', form.fullName],
    ['Email', form.email],
    ['Student ID', form.studentId],
    ['Department', form.department],
    ['Year of Study', String(form.yearOfStudy)],
    ['Contact Number', form.contactNumber],
  ]);
  await page.getByLabel(/I agree to the/).check();
  await page.reload();
  await expect(page.getByLabel(/I agree to the/)).toBeChecked();

  await field(page, 'Password').fill(form.password);
  await field(page, 'Confirm Password').fill(form.password);
  await button(page, 'Create Account').click();
  await expect(page).toHaveURL('/dashboard');
  expect(await keptDrafts(page)).toEqual([]);
});
