import { submission, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { send } from '#tests/helpers/requests.ts';
import { feedbackField, noteField, openDesk, requirementsShown } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// This test uses three browsers.
test.describe.configure({ timeout: 120_000 });

test('two administrators and the student see every step of a review as it happens @engines', async ({
  page: first,
  newPage,
  portal,
}) => {
  const name = uniqueName('Lata').replace(' ', '');
  const student = await newPage();
  const { uid } = await signedInMember(
    student,
    portal,
    { track: 'web', taskDone: true, submission },
    { fullName: name },
  );
  const second = await newPage();
  const desks = [first, second];
  for (const desk of desks) {
    await signedInAdmin(desk, portal);
    await openDesk(desk, `/admin/review?q=${name}&member=${uid}`, name);
  }
  await student.goto('/timeline');
  const waits = student.getByText(/^You’re (next|number \d+) in the queue\./);
  const feedback = student.getByRole('region', { name: 'Feedback on your submission' });
  await expect(waits).toBeVisible();

  await test.step('checklist and note appear on the other desk, and not at the student’s', async () => {
    await requirementsShown(first);
    await first.keyboard.press('1');
    await expect(second.getByText(/^1 of \d+ met$/)).toBeVisible();
    await noteField(second).fill('Ask about the tests.');
    await expect(noteField(first)).toHaveValue('Ask about the tests.');
    await expect(student.getByText('Ask about the tests.')).toHaveCount(0);
  });

  await test.step('review and feedback, sent with one key', async () => {
    await first.keyboard.press('f');
    await first.keyboard.insertText('Please add tests.');
    await first.keyboard.press('Control+Enter');
    await expect(first.getByText('Everything in this queue is reviewed.')).toBeVisible();
    for (const desk of desks) {
      await expect(desk.getByRole('checkbox', { name: 'Reviewed' })).toBeChecked();
      await expect(feedbackField(desk)).toHaveValue('Please add tests.');
    }
    await expect(second.getByText(/now reviewed, not graded, with feedback/)).toBeVisible();
    await expect(feedback).toContainText('Please add tests.');
    await expect(waits).toHaveCount(0);
  });

  await test.step('undo takes marks and feedback back and keeps draft, note and checklist', async () => {
    await first.keyboard.press('Escape');
    await first.keyboard.press('z');
    await expect(
      first.getByText(`${name}: marks and feedback undone. Draft, note and checklist are kept.`),
    ).toBeVisible();
    for (const desk of desks) {
      await expect(desk.getByRole('checkbox', { name: 'Reviewed' })).not.toBeChecked();
      await expect(noteField(desk)).toHaveValue('Ask about the tests.');
      await expect(desk.getByText(/^1 of \d+ met$/)).toBeVisible();
    }
    await expect(feedbackField(first)).toHaveValue('Please add tests.');
    await expect(feedbackField(second)).toHaveValue('Please add tests.');
    await expect(feedback).toHaveCount(0);
    await expect(waits).toBeVisible();
  });

  await test.step('the other administrator reviews and grades what that page shows by now', async () => {
    await second.keyboard.press('Escape');
    await second.keyboard.press('g');
    await expect(first.getByRole('checkbox', { name: 'Graded' })).toBeChecked();
    // The other window has written the text, so the key alone does not send it.
    await second.getByRole('button', { name: 'Send feedback' }).click();
    await expect(feedback).toContainText('Please add tests.');
    await second.keyboard.press('e');
    await expect(first.getByRole('checkbox', { name: 'Reviewed' })).toBeChecked();
    await expect(first.getByText(/now reviewed, graded, with feedback/)).toBeVisible();
    await expect(feedback).toContainText('Please add tests.');
  });

  await test.step('the student submits again', async () => {
    const again = { ...submission, projectDescription: 'Now with tests.' };
    await send(student, portal, 'PUT', '/api/me/submission', again);
    for (const desk of desks) {
      await expect(desk.getByText(/^The member submitted again while this was open\./)).toBeVisible();
      await expect(
        desk.getByRole('region', { name: 'Changes since the previous submission' }).locator('ins'),
      ).toContainText('Now with tests.');
      const former = desk.getByRole('region', { name: 'Previous submissions' });
      await former.locator('summary').click();
      await expect(former).toContainText('Please add tests.');
      await expect(desk.getByRole('checkbox', { name: 'Reviewed' })).not.toBeChecked();
    }
    await expect(feedback).toHaveCount(0);
    await expect(waits).toBeVisible();
  });
});
