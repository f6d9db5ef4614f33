import { profileDepartments } from '#domain/member-choices.ts';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import {
  button,
  edit,
  field,
  labels,
  saved,
  saveRoute,
  selects,
  shownFields,
} from '#tests/helpers/profile-page.ts';
import { holdRequests, watchRequests } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { watchTimeShown } from '#tests/helpers/time-shown.ts';

test.describe('edit', () => {
  test('offers Cancel and Save Changes, and the profile list of departments', async ({ page, portal }) => {
    await signedInMember(page, portal);
    await edit(page);
    for (const label of labels) await expect(field(page, label)).toBeEditable();
    await expect(field(page, 'Full Name')).toBeFocused();
    await expect(button(page, 'Cancel')).toBeVisible();
    await expect(button(page, 'Edit Profile')).toHaveCount(0);
    const options = await field(page, 'Department').locator('option').allTextContents();
    expect(options).toEqual(['Select your department', ...profileDepartments]);
    await expectNoSidewaysScroll(page, 320);
  });

  test('keeps and offers a stored department that its list lacks', async ({ page, portal }) => {
    const stored = 'Computer Science and Design';
    const member = await signedInMember(page, portal, { track: 'web' }, { department: stored });
    await edit(page);
    const options = await field(page, 'Department').locator('option').allTextContents();
    expect(options).toEqual(['Select your department', stored, ...profileDepartments]);
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
});
