import type { Page } from '@playwright/test';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

/** Milliseconds by which every request is delayed, so that each part of the wait can be seen. */
const delay = 250;

/**
 * Slows every request of the page down and records, from now on, each text that the button has while it is there.
 * @returns the texts in order
 */
async function watchButton(page: Page, names: readonly string[]): Promise<() => Promise<string[]>> {
  await page.route('**/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
  await page.evaluate(`
    window.seen = [];
    const names = ${JSON.stringify(names)};
    const look = () => {
      const texts = [...document.querySelectorAll('button')].map((button) => button.textContent);
      const text = texts.find((candidate) => names.includes(candidate));
      if (text && text !== window.seen.at(-1)) window.seen.push(text);
      requestAnimationFrame(look);
    };
    look();
  `);
  return () => page.evaluate<string[]>('window.seen');
}

test('Sign In says that it is busy from the click to the next page', async ({ page, newMember }) => {
  const member = await newMember();
  await page.goto('/login');
  const texts = await watchButton(page, ['Sign In', 'Signing in...']);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');
  expect(await texts()).toEqual(['Sign In', 'Signing in...']);
});

test('Sign In does not say that it is busy while a reset link is requested', async ({ page, newMember }) => {
  const member = await newMember();
  await page.goto('/login');
  const texts = await watchButton(page, ['Sign In', 'Signing in...']);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Please enter your email address first')).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();
  expect(await texts()).toEqual(['Sign In']);
});

test('Create Account says that it is busy from the click to the next page', async ({ page }) => {
  const typed = newRegistration();
  await page.goto('/register');
  const texts = await watchButton(page, ['Create Account', 'Creating Account...']);
  await page.getByLabel('Full Name').fill(typed.fullName);
  await page.getByLabel('Email').fill(typed.email);
  await page.getByLabel('Student ID').fill(typed.studentId);
  await page.getByLabel('Department').selectOption(typed.department);
  await page.getByLabel('Year of Study').selectOption(String(typed.yearOfStudy));
  await page.getByLabel('Contact Number').fill(typed.contactNumber);
  await page.getByLabel('Password', { exact: true }).fill(typed.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(typed.password);
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');
  expect(await texts()).toEqual(['Create Account', 'Creating Account...']);
});

test('the administrator’s Sign In says that it is busy until the list is there', async ({ page, portal }) => {
  await page.goto('/admin');
  const texts = await watchButton(page, ['Sign In', 'Signing in...']);
  await page.getByLabel('Email').fill(portal.adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(portal.adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  expect(await texts()).toEqual(['Sign In', 'Signing in...']);
});

test('Sign Out says that it is busy until it is gone', async ({ page, newMember }) => {
  await signIn(page, await newMember());
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');
  const texts = await watchButton(page, ['Sign Out', 'Signing out...']);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  expect(await texts()).toEqual(['Sign Out', 'Signing out...']);
});

test('Update Track, Mark as Done and Save Changes say that they are busy until it is done', async ({
  page,
  portal,
}) => {
  await signedInMember(page, portal, { track: 'web' });
  await page.goto('/dashboard');
  const track = await watchButton(page, ['Update Track', 'Saving...']);
  await page.getByRole('radio', { name: 'Game Development' }).check();
  await page.getByRole('button', { name: 'Update Track' }).click();
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  expect(await track()).toEqual(['Update Track', 'Saving...', 'Update Track']);

  await page.goto('/user-tasks');
  const done = await watchButton(page, ['Mark as Done', 'Marking...']);
  await page.getByRole('button', { name: 'Mark as Done' }).click();
  await expect(page.getByText('Task completed', { exact: true })).toBeVisible();
  expect(await done()).toEqual(['Mark as Done', 'Marking...']);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const profile = await watchButton(page, ['Save Changes', 'Saving...']);
  await page.getByLabel('Student ID').fill('1SD22CS042');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  expect(await profile()).toEqual(['Save Changes', 'Saving...']);
});
