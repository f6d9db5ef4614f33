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
