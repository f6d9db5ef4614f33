import { openLive, rowOf, statusOf, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { followEachOthersWork } from '#tests/helpers/live-journey.ts';
import { send } from '#tests/helpers/requests.ts';
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

test('a server restart loses no change and duplicates none', async ({
  page: admin,
  newPage,
  ownPortal,
  problems,
}) => {
  const portal = await ownPortal();
  const name = uniqueName('Kabir');
  const student = await newPage();
  await signedInMember(student, portal, { track: 'web' }, { fullName: name });
  await signedInAdmin(admin, portal);
  await openLive(admin, `${portal.url}/admin`);
  await expect(rowOf(admin, name)).toHaveCount(1);
  problems.allowLostServer();

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
});
