import { waitMessages } from '#domain/waiting.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { mailTo } from '#tests/helpers/outbox.ts';
import { requestUntilLimited } from '#tests/helpers/requests.ts';

test('the password can be shown', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('correct horse');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /show password/i }).click();
  await expect(password).toHaveAttribute('type', 'text');
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
