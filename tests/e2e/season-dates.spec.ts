import { moment } from '#domain/days.ts';
import { submission } from '#tests/helpers/admin-pages.ts';
import { cleanUpFile } from '#tests/helpers/clean-up.ts';
import { change, fill, preview, save, test } from '#tests/helpers/club.ts';
import { button, field } from '#tests/helpers/controls.ts';
import { expect } from '#tests/helpers/fixtures.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { send, startedUp } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';
import { withStore } from '#tests/helpers/with-store.ts';

// Each test uses three browsers.
test.describe.configure({ timeout: 150_000 });
test.afterAll(cleanUpFile);

test('a deadline passes while a project is being written, and is extended for its author', async ({
  page: lead,
  newPage,
  club,
}) => {
  const [student, visitor] = [await newPage(), await newPage()];
  await signedInAdmin(lead, club);
  const { uid } = await signedInMember(student, club, { track: 'web', taskDone: true });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  const hears = moment(`${tomorrow}Z`, 'UTC');

  await change(lead, 'dates', async () => {
    await field(lead, 'Time zone').selectOption('UTC');
    await fill(lead, {
      'Deadline of Web Development': '2099-12-12T23:59',
      'The day you will hear': tomorrow,
    });
    await expect(preview(lead).getByText('Sat 12 Dec, 23:59')).toBeVisible();
  });
  for (const path of ['/dashboard', '/user-tasks', '/timeline', '/contact']) {
    await student.goto(path);
    await expect(student.getByText('Due Sat 12 Dec, 23:59').first()).toBeVisible();
  }
  await visitor.goto('/tasks?track=web');
  await expect(visitor.getByText('Due Sat 12 Dec, 23:59')).toBeVisible();

  await startedUp(student);
  const { githubLink, projectDescription } = submission;
  await fill(student, { 'GitHub Link (optional)': githubLink, Message: projectDescription });
  await fill(lead, { 'Deadline of Web Development': '2020-01-02T10:00' });
  await save(lead);
  await expect(student.getByText(/You can still submit, and your project is marked as late/)).toBeVisible();
  await field(lead, 'After the deadline').selectOption('Take no more submissions');
  await save(lead);
  await expect(student.getByText(/Projects can’t be submitted any more, but questions can/)).toBeVisible();
  await lead.goto(`/admin/members/${uid}`);
  await fill(lead, { 'Extend until': '2099-12-15T22:59' });
  await button(lead, 'Extend').click();
  await expect(button(lead, 'End the extension')).toBeVisible();
  await expect(student.getByText('Due Tue 15 Dec, 22:59')).toBeVisible();
  await expect(field(student, 'Message')).toHaveValue(projectDescription);
  await button(student, 'Submit Project').click();
  await expect(student.getByText('Project submitted')).toBeVisible();

  await student.clock.install();
  await student.goto('/timeline');
  await expect(student.getByText(`You’ll hear from us by ${hears}.`)).toBeVisible();
  await startedUp(student);
  await student.clock.fastForward(2 * 86_400_000);
  await expect(student.getByText(`You were to hear from us by ${hears}.`, { exact: false })).toBeVisible();
});

test('the lead sets the mail server up, which then confirms, reminds and answers', async ({
  page: lead,
  newPage,
  club,
}) => {
  const smtp = await startSmtp({ password: 'of the server' });
  const [student, visitor] = [await newPage(), await newPage()];
  const { hostname, port } = new URL(smtp.url);
  const mailsTo = (address: string) => smtp.arrived.filter(({ recipients }) => recipients.includes(address));
  await signedInAdmin(lead, club);

  await test.step('its answer to a test email in words, and its password stays its own', async () => {
    await lead.goto('/admin/settings/mail');
    await fill(lead, {
      'Mail server': hostname,
      Port: port,
      User: 'club',
      Sender: 'Club <club@club.example>',
    });
    await field(lead, 'Encryption').selectOption('None (usual port: 25)');
    await fill(lead, { 'Messages to the club go to': 'lead@club.example' });
    const password = field(lead, 'Password of the server');
    await password.fill('wrong');
    await button(lead, 'Send Test Email').click();
    await expect(lead.getByText(/^The answer: .*Invalid login/)).toBeVisible();
    await password.fill('of the server');
    await button(lead, 'Send Test Email').click();
    await expect(lead.getByText(/^The mail server accepted the email/)).toBeVisible();
    await save(lead);
    await lead.reload();
    await expect(lead.getByText(/^A password is stored for this server and user/)).toBeVisible();
    await expect(password).toHaveValue('');
  });

  await test.step('only a confirmed address submits', async () => {
    await change(lead, 'registration', () => field(lead, 'Only a confirmed address submits').check());
    const { email } = (await signedInMember(student, club, { track: 'web' })).registration;
    await student.goto('/contact');
    const ask = student.getByText(/^Confirm your email address before you submit a project/);
    await expect(ask).toBeVisible();
    await startedUp(student);
    await fill(student, { Message: 'A board.' });
    const link = () =>
      mailsTo(email).flatMap(({ mail }) => /\S+\/confirm-email\?\S+/.exec(mail.text ?? '') ?? [])[0];
    await expect.poll(link, { timeout: 45_000 }).toBeDefined();
    await student.goto(link() ?? '');
    await button(student, 'Confirm Email Address').click();
    await expect(student.getByText(/^Thank you\./)).toBeVisible();
    await student.goto('/contact');
    await expect(field(student, 'Message')).toHaveValue('A board.');
    await expect(ask).toBeHidden();
  });

  await test.step('a reminder comes once, by email and on the dashboard', async () => {
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    await send(lead, club, 'PUT', '/api/admin/settings/dates', { value: { deadline }, version: 0 });
    await change(lead, 'reminders', async () => {
      await field(lead, 'Remind members who have not submitted').check();
      await fill(lead, { 'Not submitted: text': 'Send it, {name}.' });
      await expect(preview(lead).getByText('Send it, Asha.')).toBeVisible();
      await expect(lead.getByText(/^1 member would get it as things are now; 0 have got it/)).toHaveCount(1);
    });
    // A start looks for those who are to be reminded.
    for (const page of [lead, student]) await page.goto('about:blank');
    await club.restart();
    const reminders = () => smtp.arrived.filter(({ mail }) => mail.text?.includes('Send it, Asha Rao.'));
    await expect.poll(reminders, { timeout: 45_000 }).toHaveLength(1);
    await student.goto('/dashboard');
    const reminder = student.getByText('Send it, Asha Rao.');
    await expect(reminder).toHaveCount(1);
    await startedUp(student);
    await student.getByRole('button', { name: /^Dismiss the message/ }).click();
    await expect(reminder).toBeHidden();
    await student.reload();
    await expect(student.getByText('2 of 4 steps completed')).toBeVisible();
    await expect(reminder).toBeHidden();
    await lead.goto('/admin/settings/reminders');
    await expect(lead.getByText(/^0 members would get it as things are now; 1 have got it/)).toBeVisible();
  });

  await test.step('somebody who cannot sign in writes, and the lead reads it', async () => {
    await visitor.goto('/login');
    await visitor.getByRole('link', { name: "Can't sign in? Write to the club" }).click();
    await expect(visitor.getByRole('heading', { name: 'Write to the club' })).toBeVisible();
    await fill(visitor, { Email: 'lost@students.example', Message: 'I lost my phone.' });
    await button(visitor, 'Send Message').click();
    await expect(visitor.getByText(/^We have received your message/)).toBeVisible();
    await lead.goto('/admin/inbox?form=help');
    await lead.getByRole('link', { name: /lost@students\.example/ }).click();
    await expect(lead.getByRole('article')).toContainText('I lost my phone.');
    await expect
      .poll(() => mailsTo('lead@club.example').map(({ mail }) => mail.subject))
      .toContain('Help with signing in');
  });

  await test.step('health names the domain whose members confirm nothing', async () => {
    const lost = Array.from({ length: 10 }, (_, index) => newRecord({ email: `a${index}@lost.example` }));
    await withStore(club, (store) => addRecords(store, lost));
    await lead.goto('/admin/health');
    const domain = lead.getByRole('listitem').filter({ hasText: /^lost\.example/ });
    await expect(domain).toContainText('0 of 10 confirmed');
    await expect(domain).toContainText('may drop them or call them spam');
  });
});
