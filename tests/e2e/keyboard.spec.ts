import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { openLive, submission, uniqueName } from '#tests/helpers/admin-pages.ts';
import { button, field } from '#tests/helpers/controls.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { expectFocusKept, tabTo } from '#tests/helpers/focus.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.describe.configure({ timeout: 180_000 });

async function press(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
  await expectFocusKept(page);
}

/** Signs out from any focus position. On a phone the menu has to be opened first. */
async function signOut(page: Page): Promise<void> {
  await press(page, button(page, 'Open menu'), 'Shift+Tab');
  await press(page, button(page, 'Sign Out'));
  await expect(page).toHaveURL('/login');
  await expectFocusKept(page);
}

test('the whole journey works by keyboard alone, in a window of 320 pixels', async ({ page, problems }) => {
  problems.allow(/status of 401/);
  const typed = newRegistration();
  const fits = () => expectNoSidewaysScroll(page, 320);
  await page.setViewportSize({ width: 320, height: 800 });

  await test.step('registers', async () => {
    await page.goto('/register');
    const entries = [
      ['Full Name', typed.fullName],
      ['Email', typed.email],
      ['Student ID', typed.studentId],
      ['Department', 'Civil'],
      ['Year of Study', '2nd'],
      ['Contact Number', typed.contactNumber],
      ['Password', typed.password],
      ['Confirm Password', typed.password],
    ] as const;
    for (const [label, text] of entries) {
      await tabTo(page, field(page, label));
      await page.keyboard.type(text);
    }
    await tabTo(page, page.getByLabel(/I agree to the/));
    await page.keyboard.press('Space');
    await fits();
    await press(page, button(page, 'Create Account'));
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');
    await expect(page.getByRole('main')).toBeFocused();
    await fits();
  });

  await test.step('signs out and in again', async () => {
    await signOut(page);
    await fits();
    await press(page, button(page, 'Forgot your password?'));
    await expect(field(page, 'Email')).toBeFocused();
    await page.keyboard.type(typed.email);
    await press(page, button(page, 'Forgot your password?'));
    await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();
    await expect(button(page, 'Forgot your password?')).toBeFocused();
    await tabTo(page, field(page, 'Password'), 'Shift+Tab');
    await page.keyboard.type('not the password');
    await press(page, button(page, 'Sign In'));
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(button(page, 'Sign In')).toBeFocused();
    await tabTo(page, field(page, 'Password'), 'Shift+Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('chooses a track', async () => {
    await tabTo(page, page.getByRole('radio').first());
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Web Development' })).toBeChecked();
    await press(page, button(page, 'Save Selection'));
    await expect(page.getByText('Development track updated successfully!')).toBeVisible();
    await expectFocusKept(page);
  });

  await test.step('does the task', async () => {
    await press(page, page.getByRole('link', { name: 'My Task' }));
    await expect(page).toHaveURL('/user-tasks');
    await press(page, button(page, 'Mark as Done'));
    const submit = page.getByRole('main').getByRole('link', { name: 'Submit Project' });
    await expect(submit).toBeFocused();
    await fits();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/contact');
  });

  await test.step('submits the project', async () => {
    await tabTo(page, field(page, 'GitHub Link (optional)'));
    await page.keyboard.type('https://github.com/asha-rao/events-board');
    await tabTo(page, field(page, 'Message'));
    await page.keyboard.type('An events board for the campus.');
    await fits();
    await press(page, button(page, 'Submit Project'));
    await expect(page.getByRole('status').filter({ hasText: 'Thank you for your message!' })).toBeFocused();
    await press(page, page.getByRole('link', { name: 'View Timeline' }));
  });

  await test.step('sees the submission’s status, and signs out', async () => {
    await expect(page).toHaveURL('/timeline');
    await expect(page.getByText('Your submission is under review.')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: /asha-rao\/events-board/ }));
    await fits();
    await signOut(page);
  });
});

test('the administrator’s actions keep the focus, and Tab goes in the order of sight', async ({
  page,
  newPage,
  portal,
}) => {
  const name = uniqueName('Kavya');
  const student = await newPage();
  await signedInMember(student, portal, { track: 'web', submission }, { fullName: name });
  await signedInAdmin(page, portal);
  await openLive(page, `/admin-dashboard?q=${encodeURIComponent(name)}`);

  await test.step('the header', async () => {
    const stops = page.locator('header').first().locator('a, button').filter({ visible: true });
    const places = await Promise.all(
      (await stops.all()).map(async (stop) => (await stop.boundingBox())?.x ?? 0),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  await test.step('a bulk action', async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: `Select ${name}` }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'More actions' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Mark reviewed and graded' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 submission marked as reviewed and graded.')).toBeVisible();
    await expectFocusKept(page);
  });

  await test.step('undo', async () => {
    const undo = page.getByRole('button', { name: new RegExp(`^Undo: ${name}, Review changed`) });
    await undo.focus();
    await page.keyboard.press('Enter');
    await expect(undo).toHaveCount(0);
    await expectFocusKept(page);
  });

  await test.step('a member’s page, and the way back', async () => {
    await openLive(page, `/admin?q=${encodeURIComponent(name)}`);
    const opener = page.getByRole('row').getByRole('link', { name, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expectFocusKept(page);
    await page.goBack();
    await expect(opener).toBeFocused();
  });
});
