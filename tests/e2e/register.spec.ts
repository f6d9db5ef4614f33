import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';

async function fillRegistration(page: Page, form: ReturnType<typeof newRegistration>): Promise<void> {
  await page.getByLabel('Full Name').fill(form.fullName);
  await page.getByLabel('Email').fill(form.email);
  await page.getByLabel('Student ID').fill(form.studentId);
  await page.getByLabel('Department').selectOption(form.department);
  await page.getByLabel('Year of Study').selectOption(String(form.yearOfStudy));
  await page.getByLabel('Contact Number').fill(form.contactNumber);
  await page.getByLabel('Password', { exact: true }).fill(form.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(form.confirmPassword);
}

test('the terms open in a new tab, and a link leads to sign-in', async ({ page, context }) => {
  await page.goto('/register');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /terms/i }).first().click();
  await expect(await opened).toHaveURL(/\/terms$/);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a long department is shown in full on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/register');
  for (const department of [
    'Electronics and Communication Engineering-VLSI',
    'Electronics and Communication Engineering-Advanced Communication Technology',
  ]) {
    await page.getByLabel('Department').selectOption(department);
    await expect(page.locator('p').filter({ hasText: department })).toBeVisible();
  }
  await page.getByLabel('Department').selectOption('Civil Engineering');
  await expect(page.locator('p').filter({ hasText: 'Civil Engineering' })).toHaveCount(0);
});

test('a registration that meets a locked database is refused soon, and can be sent again', async ({
  page,
  ownPortal,
  problems,
}) => {
  problems.allow(/status of 503/);
  const portal = await ownPortal();
  await page.goto(`${portal.url}/register`);
  await fillRegistration(page, newRegistration());
  await page.getByLabel(/I agree to the/).check();
  const other = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'));
  other.exec('begin immediate');
  await page.getByRole('button', { name: 'Create Account' }).click();
  // The server waits 2.5 seconds for a lock; waiting at each statement took 10.8 seconds.
  await expect(page.getByRole('alert').filter({ hasText: /try again/i })).toBeVisible({ timeout: 8_000 });
  other.close();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
