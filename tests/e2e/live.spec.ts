import { openLive, rowOf, statusOf, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { followEachOthersWork, send } from '#tests/helpers/live-journey.ts';
import { goOffline } from '#tests/helpers/mishaps.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { holdRequests } from '#tests/helpers/requests.ts';
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
