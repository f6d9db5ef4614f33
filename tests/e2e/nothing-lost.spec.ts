import type { Page } from '@playwright/test';
import { button, field } from '#tests/helpers/controls.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import {
  expireSession,
  goBackAndForward,
  goOffline,
  goOnline,
  keptDrafts,
  loseConnection,
} from '#tests/helpers/mishaps.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.describe.configure({ timeout: 180_000 });
test.beforeEach(({ problems }) => problems.allow(/ERR_INTERNET_DISCONNECTED|status of 401/));

type Entry = readonly [label: string, value: string];

async function enter(page: Page, [label, value]: Entry): Promise<void> {
  const control = field(page, label);
  if ((await control.and(page.locator('select')).count()) > 0) await control.selectOption(value);
  else await control.fill(value);
}

async function expectEntries(page: Page, entries: readonly Entry[]): Promise<void> {
  for (const [label, value] of entries) await expect(field(page, label)).toHaveValue(value);
}

type Mishap = readonly [name: string, happen: (page: Page) => Promise<unknown>];

/**
 * Types one field after the other. After each, one thing goes wrong, and after the last one everything that can; nothing may
 * be lost.
 */
async function typeThrough(page: Page, entries: readonly Entry[], mishaps: readonly Mishap[]): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    await enter(page, entry);
    const isLast = index === entries.length - 1;
    const happening = isLast ? mishaps : [mishaps[index % mishaps.length] as Mishap];
    for (const [name, happen] of happening) {
      await test.step(`${name} after ${entry[0]}`, async () => {
        await happen(page);
        await expectEntries(page, entries.slice(0, index + 1));
      });
    }
  }
}

const everywhere: readonly Mishap[] = [
  ['reload', (page) => page.reload()],
  ['back and forward', goBackAndForward],
  ['lost connection', loseConnection],
];

test('registration', async ({ page }) => {
  const form = newRegistration();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  const entries: Entry[] = [
    ['Full Name', form.fullName],
    ['Email', form.email],
    ['Student ID', form.studentId],
    ['Department', form.department],
    ['Year of Study', String(form.yearOfStudy)],
    ['Contact Number', form.contactNumber],
  ];
  await typeThrough(page, entries, everywhere);
  await page.getByLabel(/I agree to the/).check();
  await page.reload();
  await expect(page.getByLabel(/I agree to the/)).toBeChecked();

  await field(page, 'Password').fill(form.password);
  await field(page, 'Confirm Password').fill(form.password);
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(form.password);
  await button(page, 'Create Account').click();
  await expect(page).toHaveURL('/dashboard');
  expect(await keptDrafts(page)).toEqual([]);
});

test('profile', async ({ page, portal }) => {
  const member = await signedInMember(page, portal, { track: 'web' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'My Profile' }).click();
  await button(page, 'Edit Profile').click();
  const entries: Entry[] = [
    ['Full Name', 'Asha Rao Bhat'],
    ['Student ID', '1SD24CS007'],
    ['Department', 'Biotechnology'],
    ['Year of Study', '4'],
    ['Contact Number', '+91 91234 56780'],
    ['Development Track', 'game'],
  ];
  await typeThrough(page, entries, [
    ...everywhere,
    ['expired session', () => expireSession(page, member.registration)],
    ['another page', () => leaveAndReturn(page)],
  ]);

  await button(page, 'Save Changes').click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  expect(await member.stored()).toMatchObject({ fullName: 'Asha Rao Bhat', developmentTrack: 'game' });
  expect(await keptDrafts(page)).toEqual([]);
});

async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await button(page, 'Leave').click();
  await page.getByRole('link', { name: 'My Profile' }).click();
  await button(page, 'Save Changes').waitFor();
}

test('submission', async ({ page, portal }) => {
  const member = await signedInMember(page, portal, { track: 'web', taskDone: true });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Submit Project / Contact' }).click();
  const entries: Entry[] = [
    ['Name', 'Asha'],
    ['GitHub Link (optional)', 'https://github.com/asha-rao/events-board'],
    ['Message', 'An events board.\nIt runs.'],
  ];
  await typeThrough(page, entries, [
    ...everywhere,
    ['expired session', () => expireSession(page, member.registration)],
  ]);

  await goOffline(page);
  await button(page, 'Submit Project').click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The portal couldn’t be reached.');
  await expect(page.getByText('Failed to fetch')).toHaveCount(0);
  await expect(button(page, 'Submit Project')).toBeFocused();
  await goOnline(page);
  await expect(alert).toHaveCount(0);
  await expectEntries(page, entries);

  await button(page, 'Submit Project').click();
  await expect(page.getByRole('heading', { name: 'Project submitted' })).toBeVisible();
  expect(await member.stored()).toMatchObject({ projectDescription: 'An events board.\nIt runs.' });
  expect(await keptDrafts(page)).toEqual([]);
});
