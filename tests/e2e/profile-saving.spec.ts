import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { registerMember } from '#tests/helpers/members.ts';
import {
  button,
  edit,
  field,
  labels,
  saved,
  saveRoute,
  shownFields,
  signedOut,
} from '#tests/helpers/profile-page.ts';
import { withoutStream } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const saveFailed = 'Failed to update profile. Please try again.';

test.describe('saving', () => {
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
    await withoutStream(page);
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
