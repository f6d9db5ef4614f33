import { expect, test } from '#tests/helpers/fixtures.ts';
import { readOutbox } from '#tests/helpers/sent-mails.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// These tests use several browsers.
test.describe.configure({ timeout: 90_000 });

test('a lead corrects a member, helps with the sign-in, and removes them, without a shell', {
  tag: '@engines',
}, async ({ page: student, newPage, portal, problems }) => {
  // The pages that show the member ask again once the member is gone.
  problems.allow(/status of 404/);
  const { uid, registration } = await signedInMember(student, portal, {}, { fullName: 'Meera Canary Nair' });
  await student.goto('/profile');
  const lead = await newPage();
  await signedInAdmin(lead, portal);
  const newEmail = `right.${registration.email}`;
  const signInAgain = async () => {
    await student.getByLabel('Email').fill(newEmail);
    await student.getByLabel('Password', { exact: true }).fill('a password from the link');
    await student.getByRole('button', { name: 'Sign In' }).click();
    await expect(student).toHaveURL(`${portal.url}/dashboard`);
  };

  await test.step('finds them by Ctrl K', async () => {
    await lead.goto('/admin-dashboard');
    await lead.getByRole('button', { name: /Search or jump to/ }).click();
    await lead.getByRole('combobox', { name: 'Search or jump to' }).fill('meera canary');
    await lead.getByRole('option', { name: /Meera Canary Nair/ }).click();
    await expect(lead).toHaveURL(`${portal.url}/admin/members/${uid}`);
  });

  await test.step('corrects student ID and email, and the student sees it', async () => {
    await lead.getByRole('button', { name: 'Edit details' }).click();
    const dialog = lead.getByRole('dialog');
    await dialog.getByLabel('Student ID').fill('1SD22CS777');
    await dialog.getByLabel('Email').fill(newEmail);
    await dialog.getByLabel('Reason').fill('Shown on the student card.');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(lead.getByText('The details of Meera Canary Nair were saved.')).toBeVisible();
    await expect(lead.getByText(/Reason: Shown on the student card\./)).toBeVisible();
    await expect(
      student.getByText('1SD22CS777').or(student.locator('input[value="1SD22CS777"]')),
    ).toBeVisible();
    const subjectsTo = async (address: string) => {
      const mails = (await readOutbox(portal.dataDir)).filter(({ to }) => to.includes(address));
      return mails.map(({ subject }) => subject).join('\n');
    };
    const wasChanged = /email address of your .* was changed/;
    await expect.poll(() => subjectsTo(registration.email)).toMatch(wasChanged);
    await expect.poll(() => subjectsTo(newEmail)).toMatch(/Confirm your email address/);
  });

  await test.step('hands over a reset link, which signs the student in again', async () => {
    await lead.getByRole('button', { name: 'Copy a reset link' }).click();
    const link = await lead.getByRole('textbox', { name: 'Reset link' }).inputValue();
    await student.goto(link);
    await student.getByLabel('New Password', { exact: true }).fill('a password from the link');
    await student.getByLabel('Confirm New Password', { exact: true }).fill('a password from the link');
    await student.getByRole('button', { name: 'Save New Password' }).click();
    await expect(student.getByText('Your password has been changed.')).toBeVisible();
    await student.goto('/login');
    await signInAgain();
  });

  await test.step('ends all sessions, and the student’s open page asks to sign in', async () => {
    await lead.getByRole('button', { name: 'End all sessions' }).click();
    await expect(lead.getByText('1 session ended.')).toBeVisible();
    await expect(student).toHaveURL(/\/login/);
    await signInAgain();
  });

  await test.step('removes them while a review is open, and both sides say so', async () => {
    const second = await lead.context().newPage();
    await second.goto(`/admin/members/${uid}`);
    await expect(second.getByRole('heading', { name: 'Meera Canary Nair' })).toBeVisible();
    await lead.getByRole('button', { name: 'Remove member' }).click();
    const dialog = lead.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Meera Canary Nair');
    await dialog.getByRole('button', { name: 'Remove for good' }).click();
    await expect(lead.getByText('Meera Canary Nair was removed.')).toBeVisible();
    await expect(student.getByText(/Your account was removed by the club/)).toBeVisible();
    await expect(student).toHaveURL(/\/login/);
    await expect(second.getByRole('heading', { name: 'This member was removed' })).toBeVisible();
    const found = await lead.request.get(`${portal.url}/api/admin/members?q=canary`);
    expect(await found.json()).toMatchObject({ members: [] });
  });
});
