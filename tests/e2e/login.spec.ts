import { waitMessages } from '#domain/waiting.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { mailTo } from '#tests/helpers/outbox.ts';
import { holdRequests, requestUntilLimited } from '#tests/helpers/requests.ts';

const unauthorised = /status of 401/;

test('the login page has the spec’s texts', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText('Sign in to your SDC account')).toBeVisible();
  await expect(page.getByText("Don't have an account?")).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('signing in opens the dashboard, and a signed-in user skips the login page', async ({
  page,
  newMember,
}) => {
  await signIn(page, await newMember());
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ['/', '/login', '/register']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('the e-mail can be typed in any case', async ({ page, newMember }) => {
  const member = await newMember();
  await signIn(page, { ...member, email: ` ${member.email.toUpperCase()} ` });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a wrong password is reported above the form, until the next attempt', async ({
  page,
  newMember,
  problems,
}) => {
  problems.allow(unauthorised);
  const member = await newMember();
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue(member.email);

  const held = await holdRequests(page, '**/api/auth/sign-in/email');
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  held.release();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a lost connection keeps the input and can be retried; a double click signs in once', async ({
  page,
  newMember,
  problems,
}) => {
  problems.allow(/ERR_FAILED|Failed to load/);
  const member = await newMember();
  let requests = 0;
  await page.route('**/api/auth/sign-in/email', (route) => {
    requests += 1;
    return requests === 1 ? route.abort() : route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Could not reach the server');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(member.password);
  await page.getByRole('button', { name: 'Sign In' }).dblclick();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(requests).toBe(2);
});

test('the password can be shown', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('correct horse');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /show password/i }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('a forgotten password without an e-mail asks for it and sends nothing', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Please enter your email address first')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(requests.filter((url) => url.includes('password-reset'))).toEqual([]);
});

test('a forgotten password can be reset with the mailed link, once', { tag: '@engines' }, async ({
  page,
  portal,
  newMember,
  problems,
}) => {
  problems.allow(/status of 40[01]/);
  const member = await newMember();
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('status')).toHaveText('Password reset email sent! Check your inbox.');

  const { link } = await mailTo(portal.dataDir, member.email, /reset/i);
  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill('a-new-password');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another-one');
  await page.getByRole('button', { name: 'Save New Password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a-new-password');
  await page.getByRole('button', { name: 'Save New Password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();

  // A used link says so before it asks for a password.
  await page.goto(link);
  await expect(
    page.getByText('This password reset link has expired or has already been used.'),
  ).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send New Link' }).click();
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();

  await signIn(page, { email: member.email, password: 'a-new-password' });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a reset link without a token shows an error and offers a new one', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(
    page.getByText('This password reset link has expired or has already been used.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send New Link' })).toBeVisible();
});

test('a portal that is too busy, or an account that must wait, says when to try again and loses nothing typed', async ({
  page,
  problems,
}) => {
  problems.allow(/status of (429|503)/);
  await page.route('**/api/auth/check-reset-link', (route) => route.fulfill({ json: { status: true } }));
  const screens = [
    { path: '/login', api: '**/api/auth/sign-in/email', button: 'Sign In', password: 'Password' },
    { path: '/admin', api: '**/api/admin/sign-in', button: 'Sign In', password: 'Password' },
    {
      path: '/reset-password?token=some-token',
      api: '**/api/auth/reset-password',
      button: 'Save New Password',
      password: 'New Password',
    },
  ];
  const refusals = [
    { status: 503, code: 'TOO_BUSY', message: waitMessages.portal(5_000) },
    { status: 429, code: 'TOO_MANY_ATTEMPTS', message: waitMessages.sender(120_000) },
  ];
  for (const { path, api, button, password } of screens) {
    let refusal = refusals[0];
    await page.route(api, (route) =>
      route.fulfill({
        status: refusal?.status ?? 500,
        headers: { 'Retry-After': '5' },
        json: { code: refusal?.code, message: refusal?.message },
      }),
    );
    await page.goto(path);
    const typed = page.getByLabel(password, { exact: true });
    await typed.fill('correct horse');
    const email = page.getByLabel('Email');
    if (await email.count()) await email.fill('asha@students.example');
    const again = page.getByLabel('Confirm New Password', { exact: true });
    if (await again.count()) await again.fill('correct horse');
    for (refusal of refusals) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText(refusal.message);
      await expect(typed).toHaveValue('correct horse');
      if (await email.count()) await expect(email).toHaveValue('asha@students.example');
    }
  }
});

test('a device that has signed in before lets its owner in while a stranger guesses', {
  tag: '@engines',
}, async ({ page, newPage, newMember, problems }) => {
  problems.allow(/status of 4(01|29)/);
  const member = await newMember();
  await signIn(page, member);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.request.post('/api/auth/sign-out', {
    data: {},
    headers: { Origin: new URL(page.url()).origin },
  });

  const stranger = await newPage();
  await stranger.goto('/login');
  const guess = { email: member.email, password: 'a guess' };
  await requestUntilLimited(stranger, '/api/auth/sign-in/email', guess);
  await stranger.getByLabel('Email').fill(guess.email);
  await stranger.getByLabel('Password', { exact: true }).fill(guess.password);
  await stranger.getByRole('button', { name: 'Sign In' }).click();
  await expect(stranger.getByRole('alert')).toContainText('Too many attempts');

  await signIn(page, member);
  await expect(page).toHaveURL(/\/dashboard$/);
});
