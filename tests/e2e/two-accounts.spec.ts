import type { Page } from '@playwright/test';
import { shownAccountTexts } from '#domain/shown-account.ts';
import { submission } from '#tests/helpers/admin-pages.ts';
import { field, send } from '#tests/helpers/contact-page.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { withoutStream } from '#tests/helpers/requests.ts';
import type { SendingAction } from '#tests/helpers/sending-actions/action.ts';
import { prepare, sendingActions } from '#tests/helpers/sending-actions.ts';
import { type SignedInMember, signedInMember } from '#tests/helpers/signed-in-member.ts';

/** Keeps a page on its account: no messages between tabs, no event stream, and an old session response. */
async function isolate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.BroadcastChannel.prototype.postMessage = () => {};
  });
  await withoutStream(page);
  const answer = await page.request.get('/api/session');
  const body = await answer.text();
  await page.route('**/api/session', (route) => route.fulfill({ contentType: 'application/json', body }));
}

const left = new Set([
  // The portal's public forms belong to no account.
  'sending a message',
  'sending a test message',
  // It needs the stream, which is held here.
  'testing live data',
]);

const writes: SendingAction[] = [
  ...sendingActions.filter((action) => action.as !== 'visitor' && !left.has(action.name)),
  {
    name: 'submitting a project',
    source: 'client/features/contact/mutations.ts',
    as: { track: 'web', taskDone: true },
    path: '/contact',
    async act(page) {
      await field(page, 'GitHub Link (optional)').fill(submission.githubLink);
      await field(page, 'Message').fill(submission.projectDescription);
      await send(page).click();
    },
  },
];

/** Sent without an action of a person. */
const visitPath = '/api/admin/visit';

for (const action of writes) {
  test(`${action.name} does not change an account that the page does not show`, async ({
    page,
    newPage,
    portal,
    problems,
  }) => {
    problems.allow(/status of 40[39]/);
    const path = await prepare(action, { page, newPage, portal });
    await isolate(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The other account signs in at the last moment, when the page has everything it needs for the action.
    let other: SignedInMember | undefined;
    await page.route('**/*', async (route) => {
      const isWrite = route.request().method() !== 'GET' && !route.request().url().endsWith(visitPath);
      if (isWrite) other ??= await signedInMember(page, portal);
      await route.fallback();
    });

    await action.act(page);

    await expect(page.getByText(shownAccountTexts.refused).first()).toBeVisible();
    expect(await other?.changeKinds()).toEqual(['registered']);
    expect((await page.request.get('/api/me')).status()).toBe(200);
  });
}

test('what was typed for the account that the page shows stays when it is refused', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/status of 409/);
  await signedInMember(page, portal);
  await isolate(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill('Typed for the first account');
  await page.getByLabel('Development Track').selectOption('web');
  await signedInMember(page, portal);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(shownAccountTexts.refused).first()).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Typed for the first account');
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
  await expect(page.getByRole('definition').filter({ hasText: 'Bina Das' })).toBeVisible();
});
