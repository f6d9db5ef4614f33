import { expect, test } from '#tests/helpers/fixtures.ts';

const wrongCredentials = 'Invalid credentials. Please check your email and password.';

test('a visitor is redirected to sign in, and back', async ({ page, portal }) => {
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL('/login?from=%2Fadmin-dashboard');
  await page.getByLabel('Email').fill(portal.adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(portal.adminPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/admin-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
});

test('/admin asks visitors to sign in as the administrator', async ({
  page,
  portal,
  newMember,
  problems,
}) => {
  const member = await newMember();
  problems.allow(/status of 401/);
  await page.goto('/admin');
  for (const [email, password] of [
    [portal.adminEmail, 'not-the-password'],
    [member.email, member.password],
    ['nobody@students.example', 'not-the-password'],
  ] as const) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(wrongCredentials);
  }
  // The member's credentials are valid, but must not have signed them in.
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');

  await page.goto('/admin');
  await page.getByLabel('Email').fill(portal.adminEmail);
  await page.getByLabel('Password', { exact: true }).fill(portal.adminPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Management');
  await expect(page).toHaveURL('/admin');
});
