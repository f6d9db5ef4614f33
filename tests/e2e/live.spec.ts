import { openLive, rowOf, statusOf, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { followEachOthersWork, send } from '#tests/helpers/live-journey.ts';
import { goOffline } from '#tests/helpers/mishaps.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { holdRequests, streamBegun } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// These tests use several browsers.
test.describe.configure({ timeout: 120_000 });

test('a student and the administrator see each other’s work as it happens', { tag: '@engines' }, async ({
  page: student,
  newPage,
  portal,
}) => {
  await followEachOthersWork(student, await newPage(), portal);
});

test('a member’s dashboard and profile follow the record, except a form being edited', async ({
  page: open,
  newPage,
  portal,
}) => {
  const name = uniqueName('Devi');
  const { registration } = await signedInMember(open, portal, { track: 'web' }, { fullName: name });
  const other = await newPage();
  await other.request.post(`${portal.url}/api/auth/sign-in/email`, {
    headers: { Origin: portal.url },
    data: { email: registration.email, password: registration.password },
  });

  await open.goto('/dashboard');
  await expect(open.getByRole('heading', { level: 1 })).toContainText(name);
  await send(other, portal, 'PUT', '/api/me/task-completion', { taskCompleted: true });
  await expect(open.getByRole('link', { name: 'Submit Project', exact: true })).toBeVisible();

  await open.goto('/profile');
  await open.getByRole('button', { name: 'Edit Profile' }).click();
  await open.getByLabel('Student ID').fill('TYPED-HERE');
  const profile = {
    fullName: `${name} Rao`,
    email: registration.email,
    studentId: 'SAVED-THERE',
    department: 'Civil Engineering',
    yearOfStudy: 4,
    contactNumber: registration.contactNumber,
    developmentTrack: 'web',
  };
  await send(other, portal, 'PATCH', '/api/me/profile', profile);
  await expect(open.getByRole('heading', { level: 2, name: `${name} Rao` })).toBeVisible();
  await expect(open.getByLabel('Student ID')).toHaveValue('TYPED-HERE');
  await open.getByRole('button', { name: 'Cancel' }).click();
  await expect(open.getByRole('definition').filter({ hasText: 'SAVED-THERE' })).toBeVisible();
});

test('the page shows that the network is down, and catches up afterwards', async ({
  page: admin,
  newPage,
  portal,
  problems,
}) => {
  const family = uniqueName('Das').split(' ').join('-');
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin?q=${encodeURIComponent(family)}`);
  problems.allow(/ERR_INTERNET_DISCONNECTED/);

  await goOffline(admin);
  await expect(statusOf(admin, 'Offline')).toBeVisible();
  await expect(admin.getByText('Failed to access user data. Please check database rules.')).toBeVisible();
  const student = await newPage();
  const { uid } = await signedInMember(student, portal, { track: 'web' }, { fullName: `Asha ${family}` });
  await send(student, portal, 'PUT', '/api/me/task-completion', { taskCompleted: true });
  await expect(rowOf(admin, family)).toHaveCount(0);

  await admin.context().setOffline(false);
  await expect(statusOf(admin, 'Live')).toBeVisible();
  await expect(rowOf(admin, family)).toHaveCount(1);
  await expect(rowOf(admin, family)).toContainText('Web Development');
  await expect(admin.getByText('Failed to access user data.')).toHaveCount(0);
  expect(uid).not.toBe('');
});

test('a server restart loses no change and duplicates none', async ({ page: admin, newPage, problems }) => {
  const portal = await startPortal();
  try {
    const name = uniqueName('Kabir');
    const student = await newPage();
    await signedInMember(student, portal, { track: 'web' }, { fullName: name });
    await signedInAdmin(admin, portal);
    await openLive(admin, `${portal.url}/admin`);
    await expect(rowOf(admin, name)).toHaveCount(1);
    // The connection may break in different ways; while shutting down, the server answers 503.
    problems.allow(/ERR_[A-Z_]+|status of 503/);

    await portal.stop();
    await expect(statusOf(admin, 'Reconnecting').or(statusOf(admin, 'Not live'))).toBeVisible();
    await expect(rowOf(admin, name)).toHaveCount(1);
    await portal.restart();
    await expect(statusOf(admin, 'Live')).toBeVisible({ timeout: 20_000 });

    await send(student, portal, 'PUT', '/api/me/task-completion', { taskCompleted: true });
    const late = await newPage();
    await signedInMember(late, portal, {}, { fullName: `${name} Late` });
    await expect(rowOf(admin, `${name} Late`)).toHaveCount(1);
    await expect(admin.getByText('Total registered users: 2')).toBeVisible();
  } finally {
    await admin.close();
    await portal.discard();
  }
});

test('a session that ends elsewhere redirects to sign-in', async ({ page: admin, newPage, portal }) => {
  const other = await newPage();
  await signedInAdmin(admin, portal);
  await openLive(admin, '/admin-dashboard');
  // Wait for the page's requests, which would be rejected without a session.
  await expect(admin.getByRole('region', { name: 'Database Status' })).toBeVisible();
  await expect(admin.getByText('Loading...')).toHaveCount(0);
  // The same session, in another tab.
  await other.context().addCookies(await admin.context().cookies());
  await other.request.post(`${portal.url}/api/auth/sign-out`, { headers: { Origin: portal.url }, data: {} });
  await expect(admin).toHaveURL(/\/login/);

  await signedInMember(other, portal, { track: 'web' });
  const begun = streamBegun(other);
  await other.goto('/timeline');
  await begun;
  const another = await newPage();
  await another.context().addCookies(await other.context().cookies());
  await another.request.post(`${portal.url}/api/auth/sign-out`, {
    headers: { Origin: portal.url },
    data: {},
  });
  await expect(other).toHaveURL(/\/login/);
});

test('changes since the last visit are marked', async ({ page: admin, newPage, portal }) => {
  const [before, after] = [uniqueName('Early'), uniqueName('Late')];
  const student = await newPage();
  await signedInMember(student, portal, {}, { fullName: before });
  await signedInAdmin(admin, portal);
  const remembered = admin.waitForResponse('**/api/admin/visit');
  await openLive(admin, '/admin-dashboard');
  const changes = admin.getByRole('region', { name: 'Recent changes' });
  const entry = (name: string) => changes.getByRole('listitem').filter({ hasText: name });
  await expect(entry(before)).toHaveCount(1);
  await changes.scrollIntoViewIfNeeded();
  expect((await remembered).ok()).toBe(true);
  await admin.goto('/tasks');

  const late = await newPage();
  await signedInMember(late, portal, {}, { fullName: after });
  await openLive(admin, '/admin-dashboard');
  await expect(changes).toContainText(/1 new since your last visit on /);
  await expect(entry(after).getByText('New', { exact: true })).toBeVisible();
  await expect(entry(before).getByText('New', { exact: true })).toHaveCount(0);
});

test('a change made before the event stream has started is shown once it has', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web' });
  const updates = await holdRequests(page, '**/api/me/events*');
  await page.goto('/timeline');
  await expect(page.getByRole('button', { name: 'Mark as Done' })).toBeVisible();
  const answer = await page.request.put('/api/me/task-completion', {
    headers: { Origin: portal.url },
    data: { taskCompleted: true },
  });
  expect(answer.status()).toBe(200);
  updates.release();
  await expect(page.getByRole('link', { name: 'Submit Project' })).toBeVisible();
});
