import type { Page } from '@playwright/test';
import { answerTexts } from '#domain/answers.ts';
import { type Member, member as memberRule } from '#domain/members.ts';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { button, field, labels, shownFields, signedOut } from '#tests/helpers/profile-page.ts';
import { holdRequests, omitPageData, withoutStream } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const missing = 'User data not found. Please contact support.';

const loadFailed = 'Failed to load profile data';

const recordRoute = '**/api/me';

/** Makes the server return a changed record, for values that cannot be stored. */
async function changeRecord(page: Page, change: Partial<Member>) {
  await omitPageData(page);
  await page.route(recordRoute, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...memberRule.parse(await response.json()), ...change } });
  });
}

test.describe('access', () => {
  test('asks a visitor to log in, and returns afterwards', async ({ page, newMember }) => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signedOut);
    await expectNoSidewaysScroll(page, 320);
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page).toHaveURL('/login?from=%2Fprofile');
    const member = await newMember();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/profile');
    await expect(field(page, 'Full Name')).toHaveValue(member.fullName);
  });

  test('asks to log in after the session ended elsewhere', async ({ page, portal, problems }) => {
    problems.allow(/status of 401/);
    await signedInMember(page, portal);
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible();
    await page.context().clearCookies();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signedOut);
  });

  test('shows the administrator that they have no record', async ({ page, portal, problems }) => {
    problems.allow(/status of 404/);
    await signIn(page, { email: portal.adminEmail, password: portal.adminPassword });
    await page.goto('/profile');
    await expect(page.getByRole('alert')).toContainText(missing);
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Go to Admin Dashboard']);
    await expect(button(page, 'Edit Profile')).toHaveCount(0);
    await expectNoSidewaysScroll(page, 320);
  });
});

test.describe('loading', () => {
  test('shows a spinner until the record is loaded', async ({ page, portal }) => {
    await signedInMember(page, portal);
    const held = await holdRequests(page, recordRoute);
    await page.goto('/profile');
    await expect(page.getByRole('status')).toHaveText('Loading...');
    await expect(button(page, 'Edit Profile')).toHaveCount(0);
    held.release();
    await expect(button(page, 'Edit Profile')).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
  });

  test('shows a failure, and can be retried', async ({ page, portal, problems }) => {
    problems.allow(/net::ERR/);
    await signedInMember(page, portal);
    await omitPageData(page);
    await withoutStream(page);
    await page.route(recordRoute, (route) => route.abort());
    await page.goto('/profile');
    await expect(page.getByRole('alert')).toContainText(loadFailed);
    await page.unroute(recordRoute);
    await button(page, 'Try again').click();
    await expect(field(page, 'Full Name')).toHaveValue('Asha Rao');
    await expect(page.getByText(loadFailed)).toHaveCount(0);
  });
});

test.describe('view', () => {
  test('shows the seven fields in order, read-only', async ({ page, portal }) => {
    const { registration } = await signedInMember(page, portal, { track: 'ml' });
    await page.goto('/profile');
    await expect(field(page, 'Full Name')).toBeVisible();
    // The choice of mails is in another panel.
    const fields = page.locator('main label').filter({ hasNotText: answerTexts.reviewMails });
    await expect(fields).toHaveText([...labels]);
    expect(await shownFields(page)).toEqual([
      'Asha Rao',
      registration.email,
      registration.studentId,
      'Computer Science Engineering',
      '2nd Year',
      '9876543210',
      'Machine Learning',
    ]);
    for (const label of labels) await expect(field(page, label)).not.toBeEditable();
    await expect(button(page, 'Save Changes')).toHaveCount(0);
    await expect(button(page, 'Cancel')).toHaveCount(0);
    await expectNoSidewaysScroll(page, 320);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('shows when the account was created and last updated', async ({ page, portal }) => {
    const { uid, withStore } = await signedInMember(page, portal);
    await withStore(({ db }) =>
      db
        .updateTable('members')
        .set({ createdAt: '2026-03-05T09:07:00.000Z' })
        .where('uid', '=', uid)
        .execute(),
    );
    await page.goto('/profile');
    const block = page.getByRole('region', { name: 'Account Information' });
    await expect(block.getByRole('term')).toHaveText(['Account Created', 'Last Updated']);
    await expect(block.getByRole('definition')).toHaveText(['March 5, 2026 at 09:07 AM', 'Never']);
  });

  for (const [name, change, dates] of [
    ['no creation date', { createdAt: '' }, ['N/A', 'Never']],
    ['dates that are none', { createdAt: 'yesterday', updatedAt: '?' }, ['Invalid Date', 'Invalid Date']],
    [
      'a date of the afternoon',
      { createdAt: '2026-01-02T00:00:00.000Z', updatedAt: '2026-12-31T23:59:59.000Z' },
      ['January 2, 2026 at 12:00 AM', 'December 31, 2026 at 11:59 PM'],
    ],
  ] as const) {
    test(`shows ${name}`, async ({ page, portal }) => {
      await signedInMember(page, portal);
      await changeRecord(page, change);
      await page.goto('/profile');
      const block = page.getByRole('region', { name: 'Account Information' });
      await expect(block.getByRole('definition')).toHaveText([...dates]);
    });
  }
});
