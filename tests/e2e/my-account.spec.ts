import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { readOutbox, tokenIn } from '#tests/helpers/sent-mails.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test('a member changes the password, takes their data along, leaves and comes back', {
  tag: '@engines',
}, async ({ page, newPage, portal, problems }) => {
  problems.allow(/status of 40[13]/);
  const { registration } = await signedInMember(page, portal, { track: 'web' });
  const { email, password } = registration;
  const other = await newPage();
  const signIn = async (on: typeof page, typed: string) => {
    await on.goto(`${portal.url}/login`);
    await on.getByLabel('Email').fill(email);
    await on.getByLabel('Password', { exact: true }).fill(typed);
    await on.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await signIn(other, password);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Asha');

  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Sign Out All Others' })).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current Password', { exact: true }).fill(password);
  await page.getByLabel('New Password', { exact: true }).fill('another password');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByText(/^Your password was changed/)).toBeVisible();
  // Its stream ends with its session.
  await expect(other).toHaveURL(/\/login/);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as a File' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ record: [{ email, developmentTrack: 'web' }] });

  await page.getByRole('button', { name: 'Leave the Club’s Portal' }).click();
  await page.getByLabel('Your Password', { exact: true }).fill('another password');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, 'another password');
  await expect(page.getByText(/^You left, and this account is closed/)).toBeVisible();

  const wayBack = async () =>
    (await readOutbox(portal.dataDir)).find(
      ({ to, subject }) => to.includes(email) && /^You left/.test(subject),
    );
  await expect.poll(wayBack).toBeDefined();
  await page.goto(`/return?token=${tokenIn(await wayBack())}`);
  await page.getByRole('button', { name: 'Open My Account Again' }).click();
  await expect(page.getByText('Your account is open again. Sign in with your password.')).toBeVisible();
  await signIn(page, 'another password');
  await expect(page).toHaveURL(/\/dashboard/);
});
