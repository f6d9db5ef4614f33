import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { dropRecord } from '#tests/helpers/records.ts';
import { withoutStream } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { failure, notAllowed, outcome, press } from '#tests/helpers/tool-pages.ts';

test.describe.configure({ timeout: 120_000 });

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page, 320);
}

test('the tools work for the administrator', { tag: '@engines' }, async ({ page, portal }) => {
  await signedInMember(page, portal);
  await signedInAdmin(page, portal);
  await page.goto('/database-test');
  await press(page, 'Test Write');
  await expect(outcome(page)).toHaveText('Write test successful!');
  await press(page, 'Test Read');
  await expect(outcome(page)).toContainText('Read test successful!');
  await press(page, 'Test Users Read');
  await expect(outcome(page)).toHaveText(/^Users read successful! Found \d+ users$/);

  await page.goto('/firebase-test');
  await press(page, 'Test Auth');
  await expect(outcome(page)).toContainText('Auth test successful!');
  await press(page, 'Test Realtime DB');
  await expect(outcome(page)).toHaveText(/The event arrived after \d+ ms$/);
  await press(page, 'Check Config');
  const keys = page.getByRole('region', { name: 'Configuration keys' });
  await expect(keys).toContainText('AUTH_SECRET');
  await expect(keys.getByText('Set', { exact: true }).first()).toBeVisible();
  await expect(keys.getByText('Missing', { exact: true }).first()).toBeVisible();
  // A shared database needs a shared secret.
  await expect(portal.databaseUrl ? failure(page) : outcome(page)).toHaveText(
    portal.databaseUrl
      ? 'Missing environment variables: AUTH_SECRET'
      : 'All required environment variables are set',
  );

  await page.goto('/data-recovery');
  await press(page, 'Check Database');
  await expect(outcome(page)).toContainText('Database read successful!');
  // The administrator has no record to recover.
  for (const name of ['Check My Data', 'Create My Data']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  for (const path of ['/database-test', '/firebase-test', '/data-recovery']) await expectFits(page, path);
});

test('the administrator sees the portal’s health', { tag: '@engines' }, async ({ page, portal }) => {
  await signedInAdmin(page, portal);
  await page.goto('/admin/health');
  await expect(page.getByRole('region', { name: 'Database' })).toContainText('Migrations applied');
  await press(page, 'Check the data');
  await expect(page.getByRole('region', { name: 'Is the data intact?' })).toContainText('Good');
  await expectFits(page, '/admin/health');
});

test('the administrator sees the declared access of every address', async ({ page, portal }) => {
  await signedInAdmin(page, portal);
  await page.goto('/admin/access');
  await expect(page.getByRole('row', { name: 'PUT /api/me/track Signed in' })).toBeVisible();
  await expectFits(page, '/admin/access');
});

test('each tool tells users without permission', async ({ page, portal, problems }) => {
  problems.allow(/status of 40[13]/);
  const failures = [
    ['/database-test', 'Test Write', 'Write test failed: '],
    ['/database-test', 'Test Read', 'Read test failed: '],
    ['/database-test', 'Test Users Read', 'Users read test failed: '],
    ['/firebase-test', 'Check Config', 'Configuration check failed: '],
    ['/firebase-test', 'Test Auth', 'Auth test failed: '],
    ['/firebase-test', 'Test Realtime DB', 'Realtime Database test failed: '],
  ] as const;
  for (const reason of ['Please sign in first.', notAllowed]) {
    if (reason === notAllowed) await signedInMember(page, portal);
    for (const [path, button, text] of failures) {
      await page.goto(path);
      await press(page, button);
      await expect(failure(page)).toHaveText(`${text}${reason}`);
    }
  }
  await page.goto('/data-recovery');
  await press(page, 'Check Database');
  await expect(failure(page)).toHaveText(`Error checking database: ${notAllowed}`);
  await page.goto('/admin/health');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('a missing record is recovered and edited', { tag: '@engines' }, async ({ page, portal, problems }) => {
  problems.allow(/status of 40[149]/);
  const member = await signedInMember(page, portal);
  await withoutStream(page);
  await member.withStore((store) => dropRecord(store, member.uid));
  await page.goto('/profile');
  await expect(failure(page)).toContainText('User data not found. Please contact support.');
  await page.getByRole('link', { name: 'Data Recovery' }).click();
  await press(page, 'Check My Data');
  await expect(failure(page)).toHaveText('User data not found in Realtime Database');
  await press(page, 'Create My Data');
  await expect(outcome(page)).toHaveText('User data created successfully! You can now edit your profile.');
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('Not Set');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click();
  await press(page, 'Edit Profile');
  // Fields that the recovery could not know have to be filled in.
  for (const [label, message] of [
    ['Student ID', 'Student ID is required'],
    ['Department', 'Department is required'],
    ['Contact Number', 'Contact number is required'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveValue('');
    await press(page, 'Save Changes');
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toBeFocused();
    if (label === 'Department') await field.selectOption('Biotechnology');
    else await field.fill(label === 'Student ID' ? '1SD22CS042' : '9876543210');
  }
  await page.getByLabel('Development Track').selectOption('Web Development');
  await press(page, 'Save Changes');
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  expect(await member.stored()).toMatchObject({ studentId: '1SD22CS042', registrationComplete: 1 });
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByRole('region', { name: 'Account Status' })).toContainText('RegistrationComplete');

  // Over an existing record the tool asks first.
  await page.goto('/data-recovery');
  await press(page, 'Create My Data');
  const dialog = page.getByRole('dialog', { name: 'Replace your record?' });
  await expect(dialog).toContainText(
    'You would lose: student ID, department, contact number, date of registration, development track.',
  );
  await press(page, 'Keep my record');
  await expect(dialog).toBeHidden();
  expect(await member.stored()).toMatchObject({ studentId: '1SD22CS042' });
  await press(page, 'Create My Data');
  await press(page, 'Replace my record');
  await expect(outcome(page)).toContainText('User data created successfully!');
  expect(await member.stored()).toMatchObject({ studentId: 'Not Set', developmentTrack: null });

  await page.context().clearCookies();
  for (const button of ['Check My Data', 'Create My Data', 'Check Database']) {
    await press(page, button);
    await expect(failure(page)).toHaveText('Please log in first');
  }
});

test('recovery and the migration notice for visitors', async ({ page }) => {
  await page.goto('/data-recovery');
  await expect(page.getByText('Please log in to use the data recovery tool')).toBeVisible();
  await page.goto('/migrate-users');
  await expect(page.getByRole('heading', { name: 'Migration Complete' })).toBeVisible();
});
