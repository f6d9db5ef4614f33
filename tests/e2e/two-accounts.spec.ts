import type { Page } from '@playwright/test';
import { shownAccountTexts } from '#domain/shown-account.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { type Progress, signedInMember } from '#tests/helpers/signed-in-member.ts';

const submission = { githubLink: 'https://github.com/asha/app', projectDescription: 'It works.' };

/** Keeps a page on its account: no messages between tabs, no event stream, and an old session response. */
async function isolate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.BroadcastChannel.prototype.postMessage = () => {};
  });
  await page.route('**/api/*/events*', () => {});
  const answer = await page.request.get('/api/session');
  const body = await answer.text();
  await page.route('**/api/session', (route) => route.fulfill({ contentType: 'application/json', body }));
}

const writes: { path: string; name: string; progress: Progress; write: (page: Page) => Promise<void> }[] = [
  {
    path: '/dashboard',
    name: 'saving a track',
    progress: {},
    async write(page) {
      await page.getByText('Web Development').click();
      await page.getByRole('button', { name: 'Save Selection' }).click();
    },
  },
  {
    path: '/profile',
    name: 'saving the profile',
    progress: {},
    async write(page) {
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      await page.getByLabel('Full Name').fill('Typed for the first account');
      await page.getByLabel('Development Track').selectOption('web');
      await page.getByRole('button', { name: 'Save Changes' }).click();
    },
  },
  {
    path: '/user-tasks',
    name: 'marking the task as done',
    progress: { track: 'web' },
    write: (page) => page.getByRole('button', { name: 'Mark as Done' }).first().click(),
  },
  {
    path: '/timeline',
    name: 'marking the task as done',
    progress: { track: 'web' },
    write: (page) => page.getByRole('button', { name: 'Mark as Done' }).first().click(),
  },
  {
    path: '/data-recovery',
    name: 'recovering the record',
    progress: {},
    write: (page) => page.getByRole('button', { name: 'Create My Data' }).click(),
  },
  {
    path: '/dashboard',
    name: 'signing out',
    progress: {},
    write: (page) => page.getByRole('button', { name: 'Sign Out' }).first().click(),
  },
];

for (const { path, name, progress, write } of writes) {
  test(`${path}: ${name} does not change an account that the page does not show`, async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/status of 409/);
    await signedInMember(page, portal, progress);
    await isolate(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const other = await signedInMember(page, portal, progress);
    const before = await other.stored();

    await write(page);

    await expect(page.getByText(shownAccountTexts.refused).first()).toBeVisible();
    expect(await other.stored()).toEqual(before);
    expect((await page.request.get('/api/me')).status()).toBe(200);
    if (path === '/profile') {
      await expect(page.getByLabel('Full Name')).toHaveValue('Typed for the first account');
    }
  });
}

test('an administrator’s page cannot review with another account’s session', async ({
  page,
  portal,
  problems,
  newPage,
}) => {
  problems.allow(/status of 409/);
  const member = await signedInMember(await newPage(), portal, { track: 'web', taskDone: true, submission });
  await signedInAdmin(page, portal);
  await isolate(page);
  await page.goto('/admin-dashboard');
  const row = page.getByRole('row').filter({ hasText: member.registration.email });
  await expect(row).toBeVisible();
  await signedInMember(page, portal);
  await row.getByRole('checkbox', { name: /reviewed/i }).click();
  await expect(page.getByText(shownAccountTexts.refused).first()).toBeVisible();
  expect((await member.stored())?.submissionReviewed).toBeFalsy();
});

test('other tabs follow a sign-in or sign-out', async ({ page, newMember, problems }) => {
  // A tab may open its stream just when the session ends.
  problems.allow(/status of 401 .*\/api\/me\/events/);
  const [asha, bina] = [await newMember({ fullName: 'Asha Rao' }), await newMember({ fullName: 'Bina Das' })];
  const second = await page.context().newPage();
  await page.goto('/login?from=%2Ftimeline');
  await second.goto('/register');

  await signIn(second, asha);
  await expect(page).toHaveURL('/timeline');

  await second.goto('/profile');
  await second.getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(second).toHaveURL(/\/login/);
  await expect(page).toHaveURL('/login?from=%2Ftimeline');

  await signIn(second, bina);
  await expect(page).toHaveURL('/timeline');
  await expect(page.getByText(bina.email).first()).toBeVisible();
});

test('the page of a former account goes home and says who is signed in', async ({ page, newMember }) => {
  const [asha, bina] = [await newMember({ fullName: 'Asha Rao' }), await newMember({ fullName: 'Bina Das' })];
  await signIn(page, asha);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill('Not for Bina');
  // Both tabs were on the login page, so the second signs in without signing out.
  const second = await page.context().newPage();
  await second.route('**/login', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), cookie: '' } });
    await route.fulfill({ response: answer });
  });
  await second.goto('/login');
  await second.getByLabel('Email').fill(bina.email);
  await second.getByLabel('Password', { exact: true }).fill(bina.password);
  await second.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(second).toHaveURL('/dashboard');

  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(shownAccountTexts.replaced(bina.email))).toBeVisible();
  await expect(page.getByText('Asha Rao')).toHaveCount(0);
  await page.goto('/profile');
  await expect(page.getByLabel('Full Name')).toHaveValue('Bina Das');
});
