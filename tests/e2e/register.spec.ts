import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { holdRequests, watchRequests } from '#tests/helpers/requests.ts';

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

test('the ten checks fail one at a time, in the spec’s order, beside their fields', async ({ page }) => {
  const form = newRegistration();
  await page.goto('/register');
  const create = page.getByRole('button', { name: 'Create Account' });

  async function expectFailure(message: string, label: string): Promise<void> {
    await create.click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toBeFocused();
  }

  await page.getByLabel('Full Name').fill('   ');
  await expectFailure('Full name is required', 'Full Name');
  await page.getByLabel('Full Name').fill(form.fullName);
  await expectFailure('Email is required', 'Email');
  await page.getByLabel('Email').fill(form.email);
  await expectFailure('Student ID is required', 'Student ID');
  await page.getByLabel('Student ID').fill(form.studentId);
  await expectFailure('Department is required', 'Department');
  await page.getByLabel('Department').selectOption(form.department);
  await expectFailure('Year of study is required', 'Year of Study');
  await page.getByLabel('Year of Study').selectOption('2');
  await expectFailure('Contact number is required', 'Contact Number');
  await page.getByLabel('Contact Number').fill('12345');
  await expectFailure('Please enter a valid 10-digit contact number', 'Contact Number');
  await page.getByLabel('Contact Number').fill('(987) 654-3210');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await expectFailure('Password must be at least 6 characters long', 'Password');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await page.getByLabel('Confirm Password', { exact: true }).fill('654321');
  await expectFailure('Passwords do not match', 'Confirm Password');
  await page.getByLabel('Confirm Password', { exact: true }).fill('123456');
  await create.click();
  await expect(page.getByText('You must agree to the terms and conditions')).toBeVisible();
  await page.getByLabel(/I agree to the/).check();
  await create.click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an e-mail that has an account is rejected at its field, and the input is kept', async ({
  page,
  newMember,
  problems,
}) => {
  problems.allow(/status of 409/);
  const taken = await newMember();
  const form = newRegistration({ email: taken.email });
  await page.goto('/register');
  await fillRegistration(page, form);
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('An account with this email address already exists.').first()).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Student ID')).toHaveValue(form.studentId);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(form.password);
});

test('shows progress, and a double click creates one account', async ({ page }) => {
  const requests = watchRequests(page, '/api/register');
  const held = await holdRequests(page, '**/api/register');
  await page.goto('/register');
  await fillRegistration(page, newRegistration());
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole('button', { name: 'Create Account' }).dblclick();
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
  held.release();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(requests.map((request) => request.method())).toEqual(['POST']);
});

test('the terms open in a new tab, and a link leads to sign-in', async ({ page, context }) => {
  await page.goto('/register');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /terms/i }).first().click();
  await expect(await opened).toHaveURL(/\/terms$/);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('every field is marked as required, and usable at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/register');
  for (const label of [
    'Full Name',
    'Email',
    'Student ID',
    'Department',
    'Year of Study',
    'Contact Number',
    'Confirm Password',
  ]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required', '');
  }
  const sideways = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  expect(sideways).toBe(false);
});

test('requirements are told before they can be broken', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByLabel('Contact Number')).toHaveAccessibleDescription(
    '10 digits, without the country code',
  );
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('At least 6 characters');
  await password.fill('12345');
  await expect(password).toHaveAccessibleDescription('At least 6 characters');
});

test('a failure stays until its field is corrected', async ({ page, newMember, problems }) => {
  problems.allow(/status of 409/);
  const taken = await newMember();
  const form = newRegistration({ email: taken.email });
  await page.goto('/register');
  await fillRegistration(page, form);
  await page.getByLabel('Contact Number').fill('12345');
  const create = page.getByRole('button', { name: 'Create Account' });
  await create.click();
  const failure = page.getByText('Please enter a valid 10-digit contact number');
  await expect(failure).toBeVisible();
  await page.getByLabel('Contact Number').fill('123456789');
  await expect(failure).toBeVisible();
  await page.getByLabel('Contact Number').fill('1234567890');
  await expect(failure).toHaveCount(0);
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);

  // A failure that concerns two fields, corrected in the other one.
  await page.getByLabel('Confirm Password', { exact: true }).fill('something else');
  await create.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('something else');
  await expect(page.getByText('Passwords do not match')).toHaveCount(0);

  await page.getByLabel(/I agree to the/).check();
  await create.click();
  await expect(page.getByRole('alert')).toHaveText('An account with this email address already exists.');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(newRegistration().email);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid');
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
