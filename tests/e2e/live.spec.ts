import { graded, openLive, reviewed, rowOf, submission, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { send } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// This test uses two browsers.
test.describe.configure({ timeout: 120_000 });

test('a student and the administrator see each other’s work as it happens', { tag: '@engines' }, async ({
  page: student,
  newPage,
  portal,
}) => {
  const admin = await newPage();
  const name = uniqueName('Noor');
  const query = `q=${encodeURIComponent(name)}`;
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin?${query}`);
  await expect(admin.getByText('No users match')).toBeVisible();

  await test.step('a new member appears in the open table', async () => {
    await signedInMember(student, portal, {}, { fullName: name });
    await expect(rowOf(admin, name)).toContainText('Not selected');
  });

  await test.step('a chosen track appears in the open table', async () => {
    await student.goto('/dashboard');
    await student.getByText('Machine Learning', { exact: true }).click();
    await student.getByRole('button', { name: 'Save Selection' }).click();
    await expect(rowOf(admin, name)).toContainText('Machine Learning');
    await expect(rowOf(admin, name)).toHaveCount(1);
  });

  await test.step('a completed task appears in the open list', async () => {
    await openLive(admin, `/admin?${query}&step=3`);
    await expect(admin.getByText('No users match')).toBeVisible();
    await student.goto('/timeline');
    await student.getByRole('button', { name: 'Mark as Done' }).click();
    await expect(rowOf(admin, name)).toHaveCount(1);
  });

  await test.step('a submission appears in the open list of submissions', async () => {
    await openLive(admin, `/admin-dashboard?${query}`);
    await expect(admin.getByText('No submissions match')).toBeVisible();
    await send(student, portal, 'PUT', '/api/me/submission', submission);
    await expect(rowOf(admin, name)).toContainText('asha-rao/events-board');
    await expect(rowOf(admin, name)).toHaveCount(1);
    const changes = admin.getByRole('region', { name: 'Recent changes' });
    await expect(changes.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
      'Submitted a project: asha-rao/events-board',
    );
  });

  await test.step('the student’s open timeline follows the review', async () => {
    await expect(student.getByText('Your submission is under review.')).toBeVisible();
    await reviewed(admin, name).click();
    await expect(student.getByText(/results will be out soon/i)).toBeVisible();
    await expect(student.getByText('4 of 4 steps completed')).toBeVisible();
  });

  await test.step('graded is a separate mark', async () => {
    await expect(graded(admin, name)).not.toBeChecked();
    await graded(admin, name).click();
    await expect(graded(admin, name)).toBeChecked();
    await reviewed(admin, name).click();
    await expect(reviewed(admin, name)).not.toBeChecked();
    await expect(graded(admin, name)).toBeChecked();
    await expect(student.getByText('Your submission is under review.')).toBeVisible();
  });
});
