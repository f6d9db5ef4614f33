import { confirmationTexts } from '#domain/mailed-links.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { requestUntilLimited } from '#tests/helpers/requests.ts';

test('a password field shows that Caps Lock is on, until it is off', async ({ page }) => {
  await page.goto('/login');
  const hint = page.getByText('Caps Lock is on');
  const password = page.getByLabel('Password', { exact: true });
  const key = (modifierCapsLock: boolean) => password.dispatchEvent('keyup', { key: 'A', modifierCapsLock });
  await password.focus();
  await key(true);
  await expect(hint).toBeVisible();
  await expect(password).toHaveAccessibleDescription('Caps Lock is on');
  await key(false);
  await expect(hint).toHaveCount(0);
  // If the hint went when the field is left, the button would move away between press and release.
  await key(true);
  await expect(hint).toBeVisible();
  const atItsLowerEdge = { x: 60, y: 38 };
  await page.getByRole('button', { name: 'Sign In', exact: true }).click({ position: atItsLowerEdge });
  await expect(page.getByText('Email is required')).toBeVisible();
});

test('a long department is shown in full on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/register');
  for (const department of [
    'Electronics and Communication Engineering-VLSI',
    'Electronics and Communication Engineering-Advanced Communication Technology',
  ]) {
    await page.getByLabel('Department').selectOption(department);
    await expect(page.locator('p').filter({ hasText: department })).toBeVisible();
  }
  await page.getByLabel('Department').selectOption('Civil Engineering');
  await expect(page.locator('p').filter({ hasText: 'Civil Engineering' })).toHaveCount(0);
});

test('the dashboard asks for the address to be confirmed, and can send the link again a few times', async ({
  page,
  ownPortal,
  problems,
}) => {
  // A mail server that does not answer: mails wait, and the portal asks for confirmations all the same.
  const { url } = await ownPortal({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' });
  await signIn(page, (await registerRemotely(url)).registration, url);

  const notice = page.getByText(/^Confirm your email address: open/);
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  const again = page.getByRole('button', { name: confirmationTexts.sendAgain });
  await again.click();
  await expect(page.getByText(confirmationTexts.sent)).toBeVisible();

  problems.allow(/status of 429/);
  await requestUntilLimited(page, '/api/me/confirmation-mail');
  await again.click();
  await expect(
    page.getByText(/^We have sent several links already\. You can ask for another in /),
  ).toBeVisible();
  await expect(again).toBeFocused();
});

test('the password of a device that has signed in before works while a stranger guesses', async ({
  page,
  newPage,
  newMember,
  problems,
}) => {
  problems.allow(/status of 4(01|29)/);
  const member = await newMember();
  await signIn(page, member);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');

  const stranger = await newPage();
  await stranger.goto('/login');
  const guess = { email: member.email, password: 'a guess' };
  await requestUntilLimited(stranger, '/api/auth/sign-in/email', guess);
  await stranger.getByLabel('Email').fill(guess.email);
  await stranger.getByLabel('Password', { exact: true }).fill(guess.password);
  await stranger.getByRole('button', { name: 'Sign In' }).click();
  await expect(stranger.getByRole('alert')).toContainText('Too many attempts');

  await signIn(page, member);
  await expect(page).toHaveURL('/dashboard');
});
