import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { tabTo } from '#tests/helpers/focus.ts';
import { newRegistration } from '#tests/helpers/members.ts';

test.describe.configure({ timeout: 180_000 });

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

function field(page: Page, name: string) {
  return page.getByLabel(name, { exact: true });
}

async function press(
  page: Page,
  target: ReturnType<typeof button>,
  key?: 'Tab' | 'Shift+Tab',
): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Signs out from any focus position. On a phone the menu has to be opened first. */
async function signOut(page: Page, narrow: boolean): Promise<void> {
  if (narrow) await press(page, button(page, 'Open menu'), 'Shift+Tab');
  await press(page, button(page, 'Sign Out'), narrow ? 'Tab' : 'Shift+Tab');
  await expect(page).toHaveURL('/login');
}

for (const width of [1280, 320]) {
  const narrow = width < 768;
  test(`the whole journey works by keyboard alone at ${width} pixels`, async ({ page }) => {
    const typed = newRegistration();
    const fits = () => expectNoSidewaysScroll(page, width);
    await page.setViewportSize({ width, height: 800 });

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
      await fits();
    });

    await test.step('signs out and in again', async () => {
      await signOut(page, narrow);
      await fits();
      await tabTo(page, field(page, 'Email'));
      await page.keyboard.type(typed.email);
      await tabTo(page, field(page, 'Password'));
      await page.keyboard.type(typed.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/dashboard');
    });

    await test.step('chooses a track', async () => {
      await tabTo(page, page.getByRole('radio').first());
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: 'Web Development' })).toBeChecked();
      await press(page, button(page, 'Save Selection'));
      await expect(page.getByText('Development track updated successfully!')).toBeVisible();
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
      await signOut(page, narrow);
    });
  });
}
