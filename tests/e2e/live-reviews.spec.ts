import { graded, openLive, reviewed, rowOf, submission, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// These tests use several browsers.
test.describe.configure({ timeout: 120_000 });

test('two open admin pages agree, and a review can be undone from the list of changes @engines', async ({
  page: first,
  newPage,
  portal,
}) => {
  const name = uniqueName('Ravi');
  const student = await newPage();
  await signedInMember(student, portal, { track: 'game', taskDone: true, submission }, { fullName: name });
  const second = await newPage();
  for (const page of [first, second]) {
    await signedInAdmin(page, portal);
    await openLive(page, `/admin-dashboard?q=${encodeURIComponent(name)}`);
    await expect(rowOf(page, name)).toHaveCount(1);
  }

  await reviewed(first, name).click();
  await expect(reviewed(first, name)).toBeChecked();
  await expect(reviewed(second, name)).toBeChecked();
  await graded(second, name).click();
  await expect(graded(first, name)).toBeChecked();

  const change = second
    .getByRole('region', { name: 'Recent changes' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: 'Review changed: reviewed' });
  await expect(change).toContainText('by the administrator');
  await change.getByRole('button', { name: /^Undo/ }).click();
  await expect(reviewed(first, name)).not.toBeChecked();
  await expect(reviewed(second, name)).not.toBeChecked();
  await expect(graded(first, name)).toBeChecked();
  await expect(change).toContainText('undone');
  await expect(change.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
});

test('a submission that is undone takes its review along, on the student’s open page too', async ({
  page: admin,
  newPage,
  portal,
  problems,
}) => {
  // The server asks before it undoes what a member did.
  problems.allow(/status of 409/);
  const name = uniqueName('Meera');
  const student = await newPage();
  const record = { submissionReviewed: true, graded: true };
  await signedInMember(
    student,
    portal,
    { track: 'web', taskDone: true, submission, record },
    { fullName: name },
  );
  await student.goto('/timeline');
  await expect(student.getByText('4 of 4 steps completed')).toBeVisible();
  await signedInAdmin(admin, portal);
  await openLive(admin, '/admin-dashboard');
  await admin.getByRole('button', { name: `Undo: ${name}, Submitted a project` }).click();
  await admin.getByRole('button', { name: 'Undo it' }).click();
  await expect(student.getByText('3 of 4 steps completed')).toBeVisible();
  await expect(student.getByRole('main').getByRole('link', { name: 'Submit Project' })).toBeVisible();
});

test('many submissions are reviewed and undone at once @engines', async ({
  page: admin,
  newPage,
  portal,
}) => {
  const family = uniqueName('Iyer').split(' ').join('-');
  const names = ['Uma', 'Vik', 'Tara'].map((first) => `${first} ${family}`);
  const student = await newPage();
  for (const fullName of names) {
    await signedInMember(student, portal, { track: 'web', submission }, { fullName });
    await student.context().clearCookies();
  }
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin-dashboard?q=${encodeURIComponent(family)}&reviewed=false`);
  await expect(rowOf(admin, family)).toHaveCount(3);

  await admin.getByRole('button', { name: 'Select', exact: true }).click();
  await admin.getByRole('checkbox', { name: `Select ${names[0]}` }).click();
  await admin.getByRole('checkbox', { name: `Select ${names[2]}` }).click({ modifiers: ['Shift'] });
  const selected = admin.getByRole('group', { name: 'Selected members' });
  await expect(selected).toContainText('3 members selected');
  await selected.getByRole('button', { name: 'Mark reviewed', exact: true }).click();

  const notice = admin.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('3 submissions marked as reviewed.');
  for (const name of names) await expect(reviewed(admin, name)).toBeChecked();
  // They no longer match the view, but stay where the administrator worked on them.
  await expect(admin.getByText('0 submissions match')).toBeVisible();
  await graded(admin, names[1] ?? '').click();
  await expect(graded(admin, names[1] ?? '')).toBeChecked();

  await notice.getByRole('button', { name: 'Undo' }).click();
  for (const name of names) await expect(reviewed(admin, name)).not.toBeChecked();
  await expect(admin.getByText('3 submissions match')).toBeVisible();
  await expect(rowOf(admin, family)).toHaveCount(3);
});

test('a review that the server rejects is rolled back with the reason', async ({
  page: admin,
  newPage,
  portal,
  problems,
}) => {
  const name = uniqueName('Meera');
  const student = await newPage();
  const { withStore, uid } = await signedInMember(
    student,
    portal,
    { track: 'web', submission },
    { fullName: name },
  );
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin-dashboard?q=${encodeURIComponent(name)}`);
  await expect(reviewed(admin, name)).toBeEnabled();

  // Remove the submission without a change in the log, so that the page cannot know.
  await withStore((store) =>
    store.db.updateTable('members').set({ githubLink: null }).where('uid', '=', uid).execute(),
  );
  problems.allow(/status of 409/);
  await reviewed(admin, name).click();
  await expect(admin.getByRole('alert')).toContainText(
    `${name}: not saved. This member has not submitted a project.`,
  );
  await expect(reviewed(admin, name)).not.toBeChecked();
  await admin.getByRole('button', { name: 'Dismiss' }).click();
  await expect(admin.getByRole('alert')).toHaveCount(0);
});
