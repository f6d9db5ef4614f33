import { uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// This test uses three browsers.
test.describe.configure({ timeout: 120_000 });

test('the lead tells one group something, corrects and withdraws it, and only that group sees it', async ({
  page: lead,
  newPage,
  portal,
}) => {
  const name = uniqueName('Lata').replace(' ', '');
  const student = await newPage();
  const other = await newPage();
  await signedInMember(student, portal, { track: 'web' }, { fullName: name });
  await signedInMember(other, portal, { track: 'ml' }, { fullName: name });
  for (const page of [student, other]) {
    // A dashboard fetches new messages at a random moment of the next five seconds.
    await page.addInitScript('Math.random = () => 0');
    await page.goto('/dashboard');
  }
  await signedInAdmin(lead, portal);
  const messageOn = (page: typeof lead) =>
    page.getByRole('region', { name: 'Messages' }).getByRole('article');

  await test.step('it is previewed, sent, and appears on the open dashboard', async () => {
    await lead.goto(`/admin?q=${name}`);
    await lead.getByRole('link', { name: 'Write to members' }).click();
    const recipients = lead.locator('summary');
    await expect(recipients).toHaveText(`To:“${name}”(2)`);
    await expect(lead.getByLabel('Track', { exact: true })).toBeHidden();
    await recipients.focus();
    await lead.keyboard.press('Enter');
    await lead.getByLabel('Track', { exact: true }).selectOption('Web Development');
    await expect(recipients).toHaveText(`To:“${name}”, Web Development(1)`);
    await lead
      .getByLabel('Message', { exact: true })
      .fill('Hi {name}, <b>Room A</b>: https://club.example/{track}');
    await expect(lead.getByRole('region', { name: 'Preview' })).toContainText(`Hi ${name}, <b>Room A</b>`);
    await lead.getByRole('button', { name: 'Send...' }).click();
    await lead.getByRole('button', { name: 'Send to 1 member' }).click();
    await expect(lead.getByText('The message was sent to 1 member.')).toBeVisible();
    await expect(messageOn(student)).toContainText(`Hi ${name}, <b>Room A</b>`);
    await expect(messageOn(student).getByRole('link')).toHaveAttribute('href', 'https://club.example/Web');
  });

  await test.step('it comes again with a correction after it was dismissed', async () => {
    await student.getByRole('button', { name: /^Dismiss the message/ }).click();
    await expect(messageOn(student)).toHaveCount(0);
    const sent = lead.getByRole('list', { name: 'Sent messages' }).getByRole('listitem').first();
    await sent.getByRole('button', { name: 'Correct', exact: true }).click();
    await sent.getByLabel('Corrected text').fill('Room B, {name}.');
    await sent.getByRole('button', { name: 'Save Correction' }).click();
    await expect(messageOn(student)).toContainText(`Room B, ${name}.`);
    await expect(messageOn(student)).toContainText('Corrected');
  });

  await test.step('it disappears when it is withdrawn, and the lead’s list keeps it', async () => {
    const sent = lead.getByRole('list', { name: 'Sent messages' }).getByRole('listitem').first();
    await sent.getByRole('button', { name: 'Withdraw' }).click();
    await lead.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(messageOn(student)).toHaveCount(0);
    await student.reload();
    await expect(student.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(messageOn(student)).toHaveCount(0);
    await expect(sent).toContainText('Withdrawn');
    await expect(sent).toContainText('Web Development');
  });

  await expect(messageOn(other)).toHaveCount(0);

  await test.step('no student and no visitor opens the page of messages', async () => {
    await other.goto('/admin/messages');
    await expect(other.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    const visitor = await newPage();
    await visitor.goto('/admin/messages');
    await expect(visitor).toHaveURL('/login?from=%2Fadmin%2Fmessages');
    for (const page of [other, visitor]) await expect(page.getByLabel('Message')).toHaveCount(0);
  });
});
