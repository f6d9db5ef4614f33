import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { timeZone } from '#client/lib/format.ts';
import type { OwnMessages } from '#domain/group-messages.ts';
import { chooseMails } from '#server/mail/mail-choice.ts';
import { openTestApp, type Person, registerPerson } from '#tests/helpers/app.ts';
import { decide, releaseNow } from '#tests/helpers/results.ts';
import { unreachable } from '#tests/pages/network.ts';
import { administrator, member, openPage, screen, takePageClock } from '#tests/pages/page.ts';

/** The page, with a member of the web track and one without a track. */
async function openMessages(path = '/admin/messages') {
  const portal = await openTestApp('sqlite', { env: { TIME_ZONE: 'Asia/Kolkata' } });
  const asha = await member({ track: 'web' })(portal);
  const other = await member({}, { fullName: 'Ravi Iyer' })(portal);
  const page = await openPage(path, { portal, as: administrator });
  const shownTo = async (person: typeof asha) =>
    ((await person.get('/api/me/messages')).body as OwnMessages).messages.map(({ text }) => text);
  /** Sends a message as another window does. */
  const post = (text: string) => page.browser.post('/api/admin/messages', { text, filter: {}, email: false });
  /** Adds one of several values of a filter, or takes it away. */
  const choose = async (value: string, filter = 'Track') => {
    await page.user.selectOptions(screen.getByLabelText('Filter by'), filter);
    await page.press(new RegExp(`^${filter}: `));
    await page.user.click(await screen.findByLabelText(value));
    await page.user.keyboard('{Escape}');
  };
  return { ...page, choose, asha, other, shownTo, post };
}

it('shows the recipients and the message as one of them sees it, asks, and sends it to them alone', async () => {
  const { fill, press, choose, asha, other, shownTo } = await openMessages();
  await screen.findByText('2 members');
  await choose('Web Development');
  await fill({ Message: 'Hi {name}: https://club.example/{track}' });
  await screen.findByText('1 member');
  const preview = await screen.findByRole('region', { name: 'Preview' });
  await within(preview).findByText('Asha Rao');
  expect((await within(preview).findByRole('link')).getAttribute('href')).toBe('https://club.example/Web');
  await press('Send...');
  await press('Keep Editing');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(await shownTo(asha)).toEqual([]);
  await press('Send...');
  await press('Send to 1 member');
  await screen.findByText('The message was sent to 1 member.');
  expect(await shownTo(asha)).toEqual(['Hi Asha Rao: https://club.example/Web Development']);
  expect(await shownTo(other)).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('');
  const list = await screen.findByRole('list', { name: 'Sent messages' });
  await within(list).findByText('1 member: Web Development');
  await press('Recipients');
  await within(list).findByText('Asha Rao');
  await fill({ Message: 'One thing more.' });
  await press('Send...');
  await press('Keep Editing');
  expect(screen.queryByText(/^The message was sent/)).toBeNull();
});

it('keeps all of a pasted text that is too long to be sent, and says so', async () => {
  const { press, user } = await openMessages();
  await screen.findByText('2 members');
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message');
  await user.click(field);
  await user.paste(`${'x'.repeat(2_400)} The end.`);
  await press('Send...');
  await screen.findByText('The message must be at most 2,000 characters long');
  expect(field.value).toMatch(/x The end\.$/);
});

it('says how many emails a message makes, what goes before them, and when the last one arrives', async () => {
  const { portal, asha, other, browser, ...page } = await openMessages();
  Object.assign(portal.deps.config, { smtpUrl: 'smtp://mail.example', bulkMailPerDay: 3 });
  await browser.post('/api/admin/messages', { text: 'Earlier.', filter: {}, email: true });
  const ask = async () => {
    await screen.findByText('2 members');
    await page.press('Send...');
    return within(await screen.findByRole('dialog'));
  };
  const { fill, user, reload } = await page.reload();
  await fill({ Message: 'The room has changed.' });
  await user.click(await screen.findByLabelText('Also send it by email'));
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: timeZone(),
  });
  await (await ask()).findByText(
    new RegExp(`^2 emails\\. Before them go 2 of earlier messages\\. At most 3 .* expected on ${tomorrow},`),
  );
  await page.press('Keep Editing');
  await chooseMails(portal.store.db, asha.uid, 'group-message', false);
  const refused = { email: other.registration.email, uid: other.uid, at: '2026-09-01', reason: '550' };
  await portal.store.db.insertInto('refused_addresses').values(refused).execute();
  await reload();
  const question = await ask();
  await question.findByText('1 recipient gets no email: the mail server of the address refuses it.');
  expect(question.queryByText(/^\d+ emails?\./)).toBeNull();
});

it('goes to those with a track who have not submitted, with a subject and first names, and to their chat', async () => {
  const { fill, press, user, asha, portal } = await openMessages();
  const submission = { githubLink: 'https://github.com/asha/one', projectDescription: 'Mine.' };
  await member({ track: 'ml', submission })(portal);
  await press('Track, not submitted');
  await screen.findByText('1 member');
  await screen.findByText('With a track, Not submitted');
  await fill({
    'Subject (optional)': 'Room for {firstName}',
    Message: '{firstName}, the {track} room is B.\nSee you, {name}!',
  });
  await screen.findByText('Room for Asha');
  await screen.findByText(/^Asha, the Web Development room is B\./);
  await user.click(await screen.findByRole('button', { name: 'Copy the text for the group chat' }));
  const chat = 'Room for everyone\n\nEveryone, the your track room is B.\nSee you, everyone!';
  expect(await navigator.clipboard.readText()).toBe(chat);
  await press('Send...');
  await press('Send to 1 member');
  await screen.findByText('The message was sent to 1 member.');
  expect((await asha.get('/api/me/messages')).body).toMatchObject({
    messages: [{ subject: 'Room for Asha', text: expect.stringMatching(/^Asha, the Web/) }],
  });
});

it('notices a gap before sending, and a word in braces that is no placeholder', async () => {
  const { fill, press, network } = await openMessages();
  await fill({ Message: 'Your {track} task' });
  await screen.findByText(/^1 recipient has no track/);
  await press('Send...');
  await expect.poll(() => screen.getAllByText(/^1 recipient has no track/)).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
  await fill({ Message: 'Hi {name}, your {track} {nmae}' });
  await press('Send...');
  await screen.findByText('There is no {nmae}. Use {name}, {firstName} or {track}.');
  expect(network.count('POST /api/admin/messages')).toBe(0);
});

it('sends nothing to others than those on the screen, and nothing twice', async () => {
  const { fill, press, network, portal, asha, shownTo } = await openMessages();
  await screen.findByText('2 members');
  network.fail('GET /api/admin/message-audience', unreachable);
  await fill({ Message: 'The room has changed.' });
  const late = await registerPerson(portal);
  await press('Send...');
  await press('Send to 2 members');
  await screen.findByText(/^The recipients have changed: there are 3 now/);
  expect(await shownTo(late)).toEqual([]);
  expect(await shownTo(asha)).toEqual([]);
});

function dayAhead(days: number) {
  const day = new Date(Date.now() + days * 24 * 60 * 60_000);
  return {
    date: day.toISOString().slice(0, 10),
    shown: day.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
  };
}

it('sends a message later, which can be moved and cancelled until then', async () => {
  const { fill, press, portal, asha, shownTo } = await openMessages();
  await screen.findByText('2 members');
  await fill({ Message: 'The room has changed.', 'Send later (optional)': '2020-12-01T09:00' });
  await press('Send...');
  await press('Plan');
  await screen.findByText('Choose a time in the future');
  const [first, second] = [dayAhead(10), dayAhead(11)];
  await fill({ 'Send later (optional)': `${first.date}T09:00` });
  await press('Send...');
  await screen.findByRole('heading', { name: new RegExp(`^Plan for ${first.shown}.* 9:00`) });
  await press('Plan');
  await screen.findByText(new RegExp(`^The message is planned for ${first.shown}`));
  const list = within(await screen.findByRole('list', { name: 'Sent messages' }));
  await list.findByText('Planned');
  await fill({ 'Move to': `${second.date}T10:30` });
  await press('Move');
  await list.findByText(new RegExp(`^${second.shown}.* 10:30`));
  // In the club's time zone.
  const planned = portal.store.db.selectFrom('group_messages').select('plannedFor');
  expect(await planned.executeTakeFirst()).toEqual({ plannedFor: `${second.date}T05:00:00.000Z` });
  await press('Cancel Message');
  await press('Cancel It');
  await list.findByText('Cancelled');
  expect(list.queryByRole('button', { name: 'Recipients' })).toBeNull();
  expect(await shownTo(asha)).toEqual([]);
});

it('corrects a message and withdraws it, on the dashboards too', async () => {
  const { fill, press, portal, network, asha, shownTo, post } = await openMessages();
  await post('Room A.');
  await screen.findByText('Room A.');
  await press('Correct');
  await fill({ 'Corrected text': 'Room C.' });
  await press('Cancel');
  await press('Correct');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Corrected text').value).toBe('Room A.');
  await fill({ 'Corrected text': 'Room B.' });
  await press('Save Correction');
  await screen.findByText('Corrected');
  expect(await shownTo(asha)).toEqual(['Room B.']);
  const endsAt = new Date(0).toISOString();
  await portal.store.db.updateTable('group_messages').set({ endsAt }).execute();
  network.dropStreams();
  await screen.findByText('Ended');
  await press('Correct');
  await press('Withdraw');
  const question = await screen.findByRole('dialog');
  within(question).getByRole('button', { name: 'Withdraw' }).click();
  await screen.findByText('Withdrawn');
  expect(screen.queryByText('Ended')).toBeNull();
  expect(await shownTo(asha)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
  expect(screen.queryByLabelText('Corrected text')).toBeNull();
});

it('goes by outcome once the results are released, and says so before', async () => {
  const { browser, asha } = await openMessages('/admin/messages?outcome=selected');
  await screen.findByText(/^Messages can go by outcome once the results are released/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send...' }).disabled).toBe(true);
  await decide(browser, [asha.uid], 'selected');
  await releaseNow(browser);
  await screen.findByText('1 member');
  await screen.findByText('Outcome: Selected', { selector: 'strong' });
});

it('opens with the filters of the member list that its address has', async () => {
  const { user, choose, address, reload } = await openMessages(
    '/admin/messages?track=web&submitted=false&graded=false&score=1&q=Asha&sort=email',
  );
  await screen.findByText('No member matches these filters.');
  await screen.findByText('“Asha”, Web Development, Not submitted, Not graded, Requirements met: At least 1');
  await user.selectOptions(screen.getByLabelText('Filter by'), 'Submission');
  expect(screen.getByLabelText<HTMLSelectElement>('Submission').value).toBe('false');
  const link = screen.getByRole('link', { name: 'Show them in the list', hidden: true });
  expect(link.getAttribute('href')).toBe('/admin?q=Asha&track=web&submitted=false&graded=false&score=1');
  await choose('Not selected');
  await screen.findByText(/“Asha”, Track: Web Development or Not selected, Not submitted/);
  // The draft has them, and not the address.
  expect(address()).toBe('/admin/messages');
  await reload();
  await screen.findByText(/“Asha”, Track: Web Development or Not selected, Not submitted/);
});

it('sends emails too: first a test, then with progress, and they can be stopped and continued', async () => {
  const clock = takePageClock();
  const { fill, press, portal, asha, other, user, network, reload } = await openMessages();
  const setState = (state: 'skipped' | 'stopped', { uid }: Person) =>
    portal.store.db.updateTable('mail_outbox').set({ state }).where('uid', '=', uid).execute();
  await fill({ Message: 'The room has changed.' });
  await user.click(await screen.findByLabelText('Also send it by email'));
  await screen.findByText(/^This portal has no mail server/);
  const repair = network.fail('POST /api/admin/message-test');
  await press('Send a Test to Me');
  await screen.findByText(/The portal couldn’t be reached/);
  repair();
  await press('Send a Test to Me');
  await screen.findByText(`The test is on its way to ${portal.deps.config.adminEmail}.`);
  expect((await portal.mails()).map(({ to }) => to)).toEqual([[portal.deps.config.adminEmail]]);
  await press('Send...');
  await screen.findByText(/You can correct or withdraw it later/);
  await press('Send to 2 members');
  await screen.findByText(/^This portal has no mail server: 2 emails are only saved/);
  await press('Stop Emails');
  await screen.findByText(/2 emails are stopped/);
  await press('Continue Emails');
  await screen.findByRole('button', { name: 'Stop Emails' });
  await setState('skipped', asha);
  // Nothing in the log says what became of an email.
  await clock.pass(5_000);
  await screen.findByText('1 member couldn’t be reached.');
  await press('Recipients');
  await screen.findByText('Ravi Iyer');
  await user.click(await screen.findByLabelText('Not reached by email'));
  await expect.poll(() => screen.queryByText('Ravi Iyer')).toBeNull();
  await screen.findByText('Asha Rao');
  expect(screen.queryByText(/left since/)).toBeNull();
  await portal.deps.outbox.deliverDue();
  await portal.store.db.updateTable('mail_outbox').set({ state: 'failed' }).execute();
  await clock.pass(5_000);
  await press('Continue Emails');
  await screen.findByRole('button', { name: 'Stop Emails' });
  await setState('stopped', asha);
  await clock.pass(5_000);
  await screen.findByText('1 email is stopped.');
  await press('Stop Emails');
  await screen.findByText('2 emails are stopped.');
  await clock.pass(5_000);
  const asked = network.requests.length;
  await clock.pass(5_000);
  expect(network.requests).toHaveLength(asked);
  // Those who want no emails are not tried again.
  for (const person of [asha, other]) await setState('skipped', person);
  await reload();
  await screen.findByText('2 members couldn’t be reached.');
  expect(screen.queryByRole('button', { name: 'Continue Emails' })).toBeNull();
});
