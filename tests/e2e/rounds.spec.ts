import { submission, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// This test uses three browsers.
test.describe.configure({ timeout: 120_000 });

test('a place is released in a round, given back, offered to the waiting list and confirmed', {
  tag: '@engines',
}, async ({ page: first, newPage, portal }) => {
  const [second, lead] = [await newPage(), await newPage()];
  const [asha, ravi] = [uniqueName('Asha'), uniqueName('Ravi')];
  const progress = { track: 'game', taskDone: true, submission } as const;
  const { uid: ashaUid } = await signedInMember(first, portal, progress, { fullName: asha });
  const { uid: raviUid } = await signedInMember(second, portal, progress, { fullName: ravi });
  const administrator = await administratorRemotely(portal, portal.url);
  for (const [uid, outcome] of [
    [ashaUid, 'selected'],
    [raviUid, 'waitlisted'],
  ]) {
    const answer = await administrator.send('PATCH', '/api/admin/outcomes', { uids: [uid], outcome });
    expect(answer.status).toBe(200);
  }
  for (const page of [first, second]) await page.goto('/dashboard');
  await signedInAdmin(lead, portal);
  await lead.goto('/admin/results');

  await test.step('the lead releases the track, and asks for an answer', async () => {
    await lead.getByLabel('Members', { exact: true }).selectOption({ label: 'Game Development' });
    await lead.getByRole('button', { name: 'Release...' }).click();
    await expect(lead.getByText(/^2 members will see their result immediately/)).toBeVisible();
    await lead.getByLabel('Ask the selected members to confirm their places').check();
    await lead.getByRole('button', { name: 'Release them' }).click();
    await expect(lead.getByText('Game Development: 2 members')).toBeVisible();
    await expect(first.getByText(/^Do you take your place\?/)).toBeVisible();
    await expect(second.getByText('You’re on the waiting list')).toBeVisible();
  });

  await test.step('a place that is given back is offered on', async () => {
    await first.getByRole('button', { name: 'I can’t' }).click();
    await first.getByRole('button', { name: 'Give it back' }).click();
    await expect(first.getByText('You’ve given your place back')).toBeVisible();
    await lead.getByRole('button', { name: `Offer the place to ${ravi}` }).click();
    await lead.getByRole('button', { name: 'Offer the place', exact: true }).last().click();
    await expect(second.getByText(/^Do you take your place\?/)).toBeVisible();
  });

  await test.step('the member of the waiting list confirms, and gets the certificate', async () => {
    await second.getByRole('button', { name: 'I’m in' }).click();
    await expect(second.getByText('Your place is confirmed.')).toBeVisible();
    await expect(second.getByRole('button', { name: 'Get my certificate page' })).toBeFocused();
  });

  await test.step('a message reaches the ticked member, and nobody else', async () => {
    await lead.goto(`/admin?search=${ravi}`);
    await lead.getByRole('button', { name: 'Select', exact: true }).click();
    await lead.getByRole('checkbox', { name: `Select ${ravi}` }).check();
    await lead.getByRole('button', { name: 'Write to members' }).click();
    await expect(lead.getByText('1 selected member')).toBeVisible();
    await lead.getByLabel('Message', { exact: true }).fill('We meet on Monday, {firstName}.');
    await lead.getByRole('button', { name: 'Send...' }).click();
    await lead.getByRole('button', { name: 'Send to 1 member' }).click();
    await expect(second.getByText(`We meet on Monday, ${ravi.split(' ')[0]}.`)).toBeVisible();
    await expect(first.getByText(/^We meet on Monday/)).toBeHidden();
  });

  await test.step('a correction is undone, and the member has seen nothing of it', async () => {
    await lead.goto(`/admin/members/${raviUid}`);
    await lead.getByRole('button', { name: 'Not selected', exact: true }).click();
    await lead.getByLabel('Reason').fill('Two members were confused');
    await lead.getByRole('button', { name: 'Correct the result' }).click();
    await lead.getByRole('button', { name: `Undo the correction for ${ravi}` }).click();
    await expect(lead.getByText('Correction undone. The member has seen nothing of it.')).toBeVisible();
    await expect(second.getByText('Your place is confirmed.')).toBeVisible();
  });
});
