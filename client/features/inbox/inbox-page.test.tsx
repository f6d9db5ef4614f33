import { within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { openTestApp, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import {
  administrator,
  member,
  openPage,
  type Page,
  screen,
  takePageClock,
  textsOf,
} from '#tests/pages/page.ts';

/** Sends messages by the contact form; the last one is the newest. Only a member's message with a link is a project. */
async function send(portal: TestApp, ...messages: Record<string, string>[]) {
  for (const message of messages) {
    const sender = message['githubLink'] ? await registerPerson(portal) : portal.visitor();
    const { status } = await sender.post('/f/contact', contactMessage(message));
    expect(status).toBe(200);
  }
}

async function openInbox(...sent: Record<string, string>[]) {
  const portal = await openTestApp('sqlite', { env: { RATE_LIMIT: 'off' } });
  await send(portal, ...sent);
  const page = await openPage('/admin/inbox', { portal, as: administrator });
  await expect.poll(messages).not.toEqual([]);
  return page;
}

const asha = { name: 'Asha', message: 'First\n<b>line</b> two', githubLink: 'https://github.com/asha/board' };
const venkata = { name: 'Venkata', message: 'Needle in the haystack' };

const messages = () => {
  const [list] = screen.queryAllByRole('list', { name: 'Messages' });
  return list ? within(list).getAllByRole('link') : [];
};
/** The senders, with a mark before those of unread messages. */
const senders = () =>
  messages().map(
    (link) => (link.dataset.unread ? '* ' : '') + link.textContent?.match(/Asha|Venkata|Lata/)?.[0],
  );
/** Selects the messages of these senders. */
async function select({ press, user }: Page, ...names: string[]) {
  await press('Select messages');
  for (const name of names)
    await user.click(screen.getByRole('checkbox', { name: `Select the message from ${name}` }));
}
/** Deletes the selected messages. */
const deleteButton = () =>
  within(screen.getByRole('group', { name: 'Select messages' })).getByRole('button', { name: 'Delete' });
const unread = () => screen.getByRole('link', { name: /^Inbox/ }).textContent;

it('lists messages, newest first, reads one and says so', async () => {
  const { user, address, reload } = await openInbox(asha, venkata);
  expect(senders()).toEqual(['* Venkata', '* Asha']);
  expect(screen.queryByRole('button', { name: 'Load older messages' })).toBeNull();
  await user.click(messages()[1] as HTMLElement);
  const message = await screen.findByRole('article');
  const heading = await within(message).findByRole('heading');
  expect(heading.textContent).toBe('New message from the SDC contact form');
  await expect.poll(() => document.activeElement === heading).toBe(true);
  expect(message.textContent).toContain('<b>line</b> two');
  const link = within(message).getByRole('link', { name: 'https://github.com/asha/board' });
  expect(link.getAttribute('rel')).toMatch(/noopener/);
  expect(messages().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
  await expect.poll(senders).toEqual(['* Venkata', 'Asha']);
  await expect.poll(unread).toBe('Inbox1 unread');
  expect(address()).toMatch(/^\/admin\/inbox\?message=/);
  const { user: again } = await reload();
  await screen.findByRole('article');
  await expect.poll(senders).toEqual(['* Venkata', 'Asha']);
  await again.click(screen.getByRole('link', { name: 'All messages' }));
  await expect.poll(() => document.activeElement).toBe(messages()[1]);
});

it('is searched and filtered, also by what is a project and what is open, in the address too', async () => {
  const { browser, user, address, press } = await openInbox(asha, venkata);
  const clock = takePageClock();
  const fetched = vi.spyOn(browser, 'fetch');
  const searches = () => fetched.mock.calls.filter(([path]) => path.includes('q=')).length;
  await user.type(screen.getByLabelText('Search messages'), 'needle');
  expect(searches()).toBe(0);
  await clock.pass(250);
  expect(searches()).toBe(1);
  await expect.poll(senders).toEqual(['* Venkata']);
  await press('Clear the search');
  await expect.poll(senders).toHaveLength(2);
  await user.type(screen.getByLabelText('Search messages'), 'needle');
  await expect.poll(senders).toEqual(['* Venkata']);
  expect(address()).toBe('/admin/inbox?q=needle');
  expect(messages()[0]?.getAttribute('href')).toMatch(/^\/admin\/inbox\?q=needle&message=/);
  await user.click(screen.getByRole('radio', { name: 'Read' }));
  await screen.findByText('No message matches');
  expect(address()).toBe('/admin/inbox?q=needle&state=read');
  await user.click(screen.getByRole('link', { name: 'Show all messages' }));
  await expect.poll(senders).toEqual(['* Venkata', '* Asha']);
  const kinds = messages().map((link) => /Project|Question/.exec(link.textContent ?? '')?.[0]);
  expect(kinds).toEqual(['Question', 'Project']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Projects');
  await expect.poll(senders).toEqual(['* Asha']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Open questions');
  await expect.poll(senders).toEqual(['* Venkata']);
});

it('says that a message does not exist any more', async () => {
  await openPage('/admin/inbox?message=gone', { as: administrator });
  await screen.findByRole('heading', { name: 'This message no longer exists.' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('shows new messages, and what was read on another device', async () => {
  const { portal, browser } = await openInbox(asha);
  await screen.findByText('Live');
  await send(portal, venkata);
  await expect.poll(senders).toEqual(['* Venkata', '* Asha']);
  await expect.poll(unread).toBe('Inbox2 unread');
  const id = messages()[0]?.dataset.message;
  await browser.patch(`/api/admin/form-submissions/${id}`, { read: true });
  await expect.poll(senders).toEqual(['Venkata', '* Asha']);
  await expect.poll(unread).toBe('Inbox1 unread');
});

it('deletes messages and brings them back', async () => {
  const page = await openInbox(asha, venkata);
  const { fill, user, press, network } = page;
  await select(page, 'Asha', 'Venkata');
  await screen.findByText('2 messages selected');
  // A message out of sight is not deleted: another view begins with none selected.
  await fill({ 'Search messages': 'line' });
  await screen.findByText('No messages selected');
  await press('Select all shown');
  await screen.findByText('1 message selected');
  const deletion = 'PATCH /api/admin/form-submissions';
  const held = network.hold(deletion);
  await user.dblClick(deleteButton());
  held.release();
  await screen.findByText('No message matches');
  expect(network.count(deletion)).toBe(1);
  expect(screen.queryByRole('group', { name: 'Select messages' })).toBeNull();
  await expect.poll(() => document.activeElement?.textContent).toBe('1 message deleted. Undo');
  // The next key leads to its button.
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Undo');
  await fill({ 'Search messages': '' });
  await expect.poll(senders).toEqual(['* Venkata']);
  await expect.poll(unread).toBe('Inbox1 unread');
  const repair = network.fail(deletion);
  await press('Undo');
  await screen.findByText(/^The messages couldn’t be restored\./);
  repair();
  await press('Undo');
  await screen.findByText(/^1 message restored\./);
  await expect.poll(senders).toEqual(['* Venkata', '* Asha']);
  await expect.poll(unread).toBe('Inbox2 unread');
});

it('counts unread messages on other pages too, as they come, go and come back', async () => {
  const { browser, portal } = await openInbox(asha);
  await openPage('/admin/results', { portal, as: browser });
  await expect.poll(unread).toBe('Inbox1 unread');
  await send(portal, venkata);
  await expect.poll(unread).toBe('Inbox2 unread');
  const rows = portal.store.db.selectFrom('form_submissions').select(['id', 'deletedAt']).orderBy('id');
  const change = async () => {
    const [{ id, deletedAt } = { id: '', deletedAt: null }] = await rows.execute();
    await browser.patch('/api/admin/form-submissions', { ids: [id], deletedAt });
  };
  await change();
  await expect.poll(unread).toBe('Inbox1 unread');
  await change();
  await expect.poll(unread).toBe('Inbox2 unread');
});

it('marks a question as answered by a key, says by whom, and undoes it', async () => {
  const { user, reload } = await openInbox(asha, venkata);
  await user.keyboard('j');
  const article = await screen.findByRole('article');
  await within(article).findByText('Needle in the haystack');
  await user.keyboard('a');
  await within(article).findByText(/^Answered by Administrator, /);
  expect(messages()[0]?.textContent).toContain('Question · Answered');
  await user.keyboard('u');
  await expect.poll(senders).toEqual(['* Venkata', '* Asha']);
  await user.keyboard('u');
  await expect.poll(senders).toEqual(['Venkata', '* Asha']);
  const { user: again } = await reload();
  await screen.findByText(/^Answered by Administrator, /);
  await again.click(await screen.findByRole('button', { name: 'Mark as open' }));
  await expect.poll(() => screen.queryByText(/^Answered by/)).toBeNull();
  // A project has its review instead.
  await again.keyboard('j');
  await screen.findByText('https://github.com/asha/board');
  expect(screen.queryByRole('button', { name: 'Mark as answered' })).toBeNull();
});

it('loads older messages, all of which can be selected, or none', async () => {
  const { press } = await openInbox(...Array.from({ length: 100 }, () => asha));
  expect(senders()).toHaveLength(50);
  await press('Load older messages');
  await expect.poll(senders).toHaveLength(100);
  await expect.poll(unread).toBe('Inbox99+ unread');
  expect(screen.queryByRole('button', { name: 'Load older messages' })).toBeNull();
  await press('Select messages');
  expect(deleteButton()).toHaveProperty('disabled', true);
  await press('Select all shown');
  await screen.findByText('100 messages selected');
  await press('Cancel');
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
});

it('leads from a project’s message to its submission, by one key too, and between messages', async () => {
  const portal = await openTestApp('sqlite');
  await send(portal, venkata);
  const submission = { githubLink: 'https://github.com/lata/board', projectDescription: 'A board.' };
  const student = await member({ track: 'web', submission })(portal);
  await student.post('/f/contact', contactMessage({ name: 'Lata', githubLink: submission.githubLink }));
  const { user, address } = await openPage('/admin/inbox', { portal, as: administrator });
  await expect.poll(senders).toEqual(['* Lata', '* Venkata']);
  await user.keyboard('j');
  await user.click(await screen.findByRole('link', { name: 'Open the submission' }));
  const article = await screen.findByRole('article', { name: 'Asha Rao' });
  expect(textsOf(within(article).getAllByRole('heading'))).toEqual(['Asha Rao']);
  window.history.back();
  await screen.findByRole('link', { name: 'Open the submission' });
  const opened = () => messages().findIndex((row) => row.getAttribute('aria-current') === 'true');
  await user.keyboard('j');
  await expect.poll(opened).toBe(1);
  await user.keyboard('k');
  await expect.poll(opened).toBe(0);
  window.history.back();
  await expect.poll(address).toBe('/admin/inbox');
  await user.keyboard('j');
  await screen.findByRole('link', { name: 'Open the submission' });
  await user.keyboard('o');
  await screen.findByRole('article', { name: 'Asha Rao' });
});

it('takes the key of a letter on a Russian and a Hindi keyboard, and the letter itself on a Latin one', async () => {
  await openInbox(asha, venkata);
  const opened = () => messages().findIndex((row) => row.getAttribute('aria-current') === 'true');
  for (const [key, index] of [
    ['h', -1],
    ['о', 0],
    ['र', 1],
  ] as const) {
    const press = { key, code: 'KeyJ', bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', press));
    await expect.poll(opened).toBe(index);
  }
});

it('shows the keys, and lets them be switched off', async () => {
  const { user, address } = await openInbox(venkata);
  await user.keyboard('?');
  await screen.findByText('Open the page of the member');
  await user.click(screen.getByLabelText('Single keys act on the page'));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('j');
  expect(address()).toBe('/admin/inbox');
});

it('answers a message, with a saved text, and keeps what was typed', async () => {
  const { portal, user, reload } = await openInbox(venkata, { ...venkata, name: 'Lata' });
  Object.assign(portal.deps.config, { smtpUrl: 'smtp://mail.example', contactInbox: 'club@club.example' });
  await user.click(messages()[0] as HTMLElement);
  const page = await reload();
  await screen.findByText(
    /^It goes to .* Nothing of their message is quoted.* by email to club@club\.example/,
  );
  await page.press('Saved answers');
  await page.press(/^Insert: We’re looking into it/);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Answer');
  await page.user.type(field, ' Soon.');
  const text = 'We’re looking into it, and will write to you again. Soon.';
  expect(field.value).toBe(text);
  const again = await page.reload();
  await screen.findByText('We’ve kept what you typed.');
  await again.press('Saved answers');
  await again.press('Save as a snippet');
  await screen.findByRole('button', { name: `Insert: ${text}` });
  await again.press('Send Answer');
  const answers = within(await screen.findByRole('region', { name: 'Answers' }));
  await answers.findByText(text);
  await answers.findByText('Waits to be sent');
  await screen.findByText(/^Answered by/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('');
  const mails = await portal.store.db.selectFrom('mail_outbox').select('subject').execute();
  expect(mails).toContainEqual({ subject: 'An answer from SDC' });
});

it('leads to a mail program without a mail server', async () => {
  const { user } = await openInbox(venkata);
  await user.click(messages()[0] as HTMLElement);
  await screen.findByText(/^This portal has no mail server/);
  expect(screen.getByRole('link', { name: 'Reply' }).getAttribute('href')).toMatch(/^mailto:/);
  expect(screen.queryByLabelText('Answer')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy the address' }));
  expect(await navigator.clipboard.readText()).toContain('@');
});
