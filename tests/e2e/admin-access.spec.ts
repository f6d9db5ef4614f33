import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

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

test('a member is denied the dashboard, and the page requests none of its data', async ({ page, portal }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin')) asked.push(request.url());
  });
  await signedInMember(page, portal);
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(page.getByText("You don't have permission to access the admin dashboard.")).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the administrator starts at the dashboard, and is on the login page after signing out', async ({
  page,
  portal,
}) => {
  await signedInAdmin(page, portal);
  await page.goto('/');
  await expect(page).toHaveURL('/admin-dashboard');
  const header = page.getByRole('banner');
  await expect(header).toContainText('Admin Portal');
  await expect(header).toContainText('Administrator');
  await expect(header).toContainText(portal.adminEmail);
  await header.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL(/\/login/);
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

test('/admin asks a signed-in member to sign in as the administrator', async ({ page, portal }) => {
  const { registration } = await signedInMember(page, portal);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Portal');
  await expect(page.getByText(`You’re signed in as ${registration.email}.`)).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
