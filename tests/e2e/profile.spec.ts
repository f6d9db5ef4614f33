import type { Page } from '@playwright/test';
import { answerTexts } from '#domain/answer-texts.ts';
import { type Member, member as memberRule } from '#domain/members.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { registerMember } from '#tests/helpers/members.ts';
import { holdRequests, overlookKnown, watchRequests } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { watchTimeShown } from '#tests/helpers/time-shown.ts';

const saved = 'Profile updated successfully!';
const saveFailed = 'Failed to update profile. Please try again.';
const missing = 'User data not found. Please contact support.';
const loadFailed = 'Failed to load profile data';
const signedOut = 'Please log in to view your profile';

const saveRoute = '**/api/me/profile';
const recordRoute = '**/api/me';

const labels = [
  'Full Name',
  'Email Address',
  'Student ID',
  'Department',
  'Year of Study',
  'Contact Number',
  'Development Track',
] as const;
const selects: readonly string[] = ['Department', 'Year of Study', 'Development Track'];

/** The profile page's list (spec, point 3), which differs from the one at registration. */
const departments = [
  'Computer Science Engineering',
  'Information Technology',
  'Electronics & Communication',
  'Electrical Engineering',
  'Mechanical Engineering',
  'Civil Engineering',
  'Chemical Engineering',
  'Biotechnology',
  'Other',
];

function field(page: Page, label: (typeof labels)[number]) {
  return page.getByLabel(label, { exact: true });
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

async function edit(page: Page) {
  await page.goto('/profile');
  await button(page, 'Edit Profile').click();
  await expect(button(page, 'Save Changes')).toBeVisible();
}

/** The values of the seven fields, with the selected option's text for selects. */
function shownFields(page: Page): Promise<string[]> {
  return Promise.all(
    labels.map(async (label) => {
      const control = field(page, label);
      if (!selects.includes(label)) return control.inputValue();
      return (await control.locator('option:checked').textContent()) ?? '';
    }),
  );
}

/** Makes the server return a changed record, for values that cannot be stored. */
async function changeRecord(page: Page, change: Partial<Member>) {
  await overlookKnown(page);
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
    await overlookKnown(page);
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

test.describe('edit', () => {
  test('offers Cancel and Save Changes, and the profile list of departments', async ({ page, portal }) => {
    await signedInMember(page, portal);
    await edit(page);
    for (const label of labels) await expect(field(page, label)).toBeEditable();
    await expect(field(page, 'Full Name')).toBeFocused();
    await expect(button(page, 'Cancel')).toBeVisible();
    await expect(button(page, 'Edit Profile')).toHaveCount(0);
    const options = await field(page, 'Department').locator('option').allTextContents();
    expect(options).toEqual(['Select your department', ...departments]);
    await expectNoSidewaysScroll(page, 320);
  });

  test('keeps and offers a stored department that its list lacks', async ({ page, portal }) => {
    const stored = 'Computer Science and Design';
    const member = await signedInMember(page, portal, { track: 'web' }, { department: stored });
    await edit(page);
    const options = await field(page, 'Department').locator('option').allTextContents();
    expect(options).toEqual(['Select your department', stored, ...departments]);
    await field(page, 'Department').selectOption('Other');
    await field(page, 'Department').selectOption(stored);
    await field(page, 'Contact Number').fill('9123456780');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('status')).toHaveText(saved);
    await expect(field(page, 'Department').locator('option:checked')).toHaveText(stored);
    expect(await member.stored()).toMatchObject({ department: stored, contactNumber: '9123456780' });
  });

  test('saves all seven fields, once for a double click, and updates account and header', async ({
    page,
    portal,
    newPage,
  }) => {
    const member = await signedInMember(page, portal);
    await edit(page);
    const email = `New.${member.registration.email}`;
    await field(page, 'Full Name').fill('  Asha Rao Bhat ');
    await field(page, 'Email Address').fill(email);
    await field(page, 'Student ID').fill('1SD24CS007');
    await field(page, 'Department').selectOption('Electronics & Communication');
    await field(page, 'Year of Study').selectOption('4th Year');
    await field(page, 'Contact Number').fill('+91 91234 56780');
    await field(page, 'Development Track').selectOption('Game Development');
    const requests = watchRequests(page, '/api/me/profile');
    await button(page, 'Save Changes').dblclick();
    await expect(page.getByRole('status')).toHaveText(saved);
    await expect(button(page, 'Edit Profile')).toBeVisible();
    for (const label of labels) await expect(field(page, label)).not.toBeEditable();
    expect(await shownFields(page)).toEqual([
      'Asha Rao Bhat',
      email.toLowerCase(),
      '1SD24CS007',
      'Electronics & Communication',
      '4th Year',
      '+91 91234 56780',
      'Game Development',
    ]);
    await expect(page.getByRole('banner')).toContainText(email.toLowerCase());
    const updated = page.getByRole('region', { name: 'Account Information' }).getByRole('definition').nth(1);
    await expect(updated).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4} at \d\d:\d\d [AP]M$/);
    expect(requests.map((request) => request.method())).toEqual(['PATCH']);
    expect(await member.stored()).toMatchObject({
      fullName: 'Asha Rao Bhat',
      email: email.toLowerCase(),
      studentId: '1SD24CS007',
      department: 'Electronics & Communication',
      yearOfStudy: 4,
      contactNumber: '+91 91234 56780',
      developmentTrack: 'game',
    });
    expect(await member.changeKinds()).toEqual(['registered', 'profile-saved']);

    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Asha Rao Bhat$/);
    const elsewhere = await newPage();
    await signIn(elsewhere, { email, password: member.registration.password });
    await expect(elsewhere.getByRole('banner')).toContainText(email.toLowerCase());
  });

  test('shows progress while saving', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    await edit(page);
    const held = await holdRequests(page, saveRoute);
    await field(page, 'Full Name').fill('Asha R');
    await button(page, 'Save Changes').click();
    await expect(button(page, 'Saving...')).toBeDisabled();
    await expect(button(page, 'Cancel')).toBeDisabled();
    held.release();
    await expect(page.getByRole('status')).toHaveText(saved);
    await expect(button(page, 'Edit Profile')).toBeFocused();
  });

  test('shows the success message for 3 seconds', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'web' });
    await page.clock.install();
    await edit(page);
    const timeShown = await watchTimeShown(page, saved);
    await button(page, 'Save Changes').click();
    await expect(page.getByText(saved)).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(page.getByText(saved)).toHaveCount(0);
    expect(await timeShown()).toBeGreaterThan(2_900);
    await expect(button(page, 'Edit Profile')).toBeVisible();
  });

  test('shows only the first failure in order, and focuses its field', async ({ page, portal }) => {
    const member = await signedInMember(page, portal);
    const before = await member.stored();
    await edit(page);
    const requests = watchRequests(page, '/api/me/profile');
    for (const label of labels) {
      if (selects.includes(label)) await field(page, label).selectOption('');
      else await field(page, label).fill('   ');
    }
    const failures = [
      ['Full Name', 'Full name is required', 'Asha R'],
      ['Email Address', 'Email is required', 'asha at students'],
      ['Email Address', 'Please enter a valid email address', 'asha@students'],
      ['Email Address', 'Please enter a valid email address', 'asha@students.example'],
      ['Student ID', 'Student ID is required', '1SD24CS008'],
      ['Department', 'Department is required', 'Other'],
      ['Year of Study', 'Year of study is required', '3rd Year'],
      ['Contact Number', 'Contact number is required', '9123456780'],
      ['Development Track', 'Development track is required', null],
    ] as const;
    for (const [label, message, mend] of failures) {
      await button(page, 'Save Changes').click();
      await expect(field(page, label)).toHaveAccessibleDescription(message);
      await expect(field(page, label)).toBeFocused();
      await expect(page.locator('main [aria-invalid="true"]')).toHaveCount(1);
      if (mend === null) continue;
      if (selects.includes(label)) await field(page, label).selectOption(mend);
      else await field(page, label).fill(mend);
    }
    await expectNoSidewaysScroll(page, 320);
    expect(requests).toEqual([]);
    expect(await member.stored()).toEqual(before);
  });

  test('Cancel restores every field but the track, which the next save sends', async ({ page, portal }) => {
    const member = await signedInMember(page, portal, { track: 'android' });
    const requests = watchRequests(page, '/api/me/profile');
    await edit(page);
    const before = await shownFields(page);
    await field(page, 'Full Name').fill('Somebody Else');
    await field(page, 'Email Address').fill('nonsense');
    await field(page, 'Student ID').fill('');
    await field(page, 'Department').selectOption('Biotechnology');
    await field(page, 'Year of Study').selectOption('1st Year');
    await field(page, 'Contact Number').fill('0');
    await field(page, 'Development Track').selectOption('Web Development');
    await button(page, 'Save Changes').click();
    await expect(field(page, 'Email Address')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await button(page, 'Cancel').click();

    await expect(button(page, 'Edit Profile')).toBeFocused();
    await expect(page.getByText('Please enter a valid email address')).toHaveCount(0);
    // The read-only profile shows what is stored.
    expect(await shownFields(page)).toEqual(before);
    for (const label of labels) await expect(field(page, label)).not.toBeEditable();
    expect(requests).toEqual([]);
    expect((await member.stored())?.developmentTrack).toBe('android');

    await button(page, 'Edit Profile').click();
    expect(await shownFields(page)).toEqual([...before.slice(0, 6), 'Web Development']);
    await expect(field(page, 'Development Track')).toHaveAccessibleDescription(
      'Not saved yet. Your track is still Android Development.',
    );
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('status')).toHaveText(saved);
    expect(await member.stored()).toMatchObject({ fullName: 'Asha Rao', developmentTrack: 'web' });
  });

  test('Cancel without a picked track keeps the stored one', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'android' });
    await edit(page);
    const before = await shownFields(page);
    await field(page, 'Full Name').fill('Somebody Else');
    await button(page, 'Cancel').click();
    await expect(button(page, 'Edit Profile')).toBeVisible();
    expect(await shownFields(page)).toEqual(before);
  });

  test('a double click on Edit Profile only starts editing', async ({ page, portal }) => {
    await signedInMember(page, portal, { track: 'android' });
    await page.goto('/profile');
    const requests = watchRequests(page, '/api/me/profile');
    await button(page, 'Edit Profile').dblclick();
    await expect(button(page, 'Save Changes')).toBeVisible();
    await expect(field(page, 'Full Name')).toBeEditable();
    expect(requests).toEqual([]);
  });

  test('shows beside its field that an e-mail is taken', async ({ page, portal, problems }) => {
    problems.allow(/status of 409/);
    const other = await registerMember(portal.url);
    const member = await signedInMember(page, portal, { track: 'web' });
    await edit(page);
    await field(page, 'Full Name').fill('Asha R');
    await field(page, 'Email Address').fill(other.email.toUpperCase());
    await button(page, 'Save Changes').click();
    await expect(field(page, 'Email Address')).toHaveAccessibleDescription(
      'An account with this email address already exists.',
    );
    await expect(field(page, 'Email Address')).toBeFocused();
    await expect(field(page, 'Full Name')).toHaveValue('Asha R');
    await expectAccessible(page);
    expect((await member.stored())?.fullName).toBe('Asha Rao');
  });

  test('keeps the input when the connection drops, and can be retried', async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR/);
    const member = await signedInMember(page, portal, { track: 'web' });
    await edit(page);
    await page.route(saveRoute, (route) => route.abort());
    await field(page, 'Full Name').fill('Asha R');
    await field(page, 'Development Track').selectOption('Machine Learning');
    const typed = await shownFields(page);
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('alert')).toContainText(saveFailed);
    expect(await shownFields(page)).toEqual(typed);
    await expect(button(page, 'Save Changes')).toBeFocused();
    await expectNoSidewaysScroll(page, 320);
    await page.unroute(saveRoute);
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('status')).toHaveText(saved);
    await expect(page.getByText(saveFailed)).toHaveCount(0);
    expect(await member.stored()).toMatchObject({ fullName: 'Asha R', developmentTrack: 'ml' });
  });

  test('leads to sign-in and back when the session has ended, and keeps the input', async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/status of 401/);
    const member = await signedInMember(page, portal, { track: 'web' });
    await edit(page);
    await field(page, 'Full Name').fill('Asha R');
    await page.context().clearCookies();
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signedOut);
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await page.getByLabel('Email').fill(member.registration.email);
    await page.getByLabel('Password', { exact: true }).fill(member.registration.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/profile');
    await expect(field(page, 'Full Name')).toHaveValue('Asha R');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('status')).toHaveText(saved);
    expect(await member.stored()).toMatchObject({ fullName: 'Asha R' });
  });

  test('works by keyboard alone', async ({ page, portal }) => {
    const member = await signedInMember(page, portal);
    await page.goto('/profile');
    await button(page, 'Edit Profile').focus();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Full Name')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Asha K');
    for (const label of labels.slice(1)) {
      await page.keyboard.press('Tab');
      await expect(field(page, label)).toBeFocused();
    }
    await page.keyboard.type('Game');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Cancel')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Save Changes')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText(saved);
    await expect(button(page, 'Edit Profile')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(field(page, 'Full Name')).toBeFocused();
    expect(await member.stored()).toMatchObject({ fullName: 'Asha K', developmentTrack: 'game' });
  });

  test('fits long names', async ({ page, portal }) => {
    const fullName = 'Venkata Subrahmanyeswara Lakshminarasimha Chandrasekharan Iy';
    const local = 'venkata.subrahmanyeswara.lakshminarasimha.chandrasekharan.iy';
    await signedInMember(
      page,
      portal,
      { track: 'web' },
      {
        fullName,
        email: `${local}${Date.now()}@students.example`,
        department: 'Electronics and Communication Engineering-Advanced Communication Technology',
      },
    );
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: fullName })).toBeVisible();
    for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
    await button(page, 'Edit Profile').click();
    for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
  });
});
