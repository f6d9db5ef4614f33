import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { withoutStream } from '#tests/helpers/requests.ts';
import { submissionOf } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

/** Sends messages that only this test's search finds, because the portal is shared. The last one is the newest. */
async function sendMessages(portal: Portal, messages: Record<string, string>[]): Promise<string> {
  const mark = `mark${randomBytes(6).toString('hex')}`;
  for (const message of messages) {
    const response = await fetch(`${portal.url}/f/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(contactMessage({ ...message, mark })),
    });
    expect(response.status).toBe(200);
  }
  return mark;
}

function signInAdministrator(page: Page, { adminEmail, adminPassword }: Portal): Promise<void> {
  return signIn(page, { email: adminEmail, password: adminPassword });
}

/** The header's text about unread messages. */
async function counted(page: Page): Promise<string> {
  const link = page.getByRole('navigation').getByRole('link', { name: /^Inbox/ });
  return (await link.innerText()).replace(/\s+/g, ' ').replace('Inbox ', '');
}

function messages(page: Page) {
  return page.getByRole('list', { name: 'Messages' }).getByRole('link');
}

test('a visitor is redirected to the login page, and a member is denied', async ({
  page,
  newMember,
  problems,
}) => {
  problems.allow(/status of 40[13]/);
  await page.goto('/admin/inbox');
  await expect(page).toHaveURL('/login?from=%2Fadmin%2Finbox');
  await signIn(page, await newMember());
  await page.goto('/admin/inbox');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('the administrator finds, reads, answers and exports a message', async ({ page, portal }) => {
  const mark = await sendMessages(portal, [
    { name: 'Asha', message: 'First\n<b>line</b> two', githubLink: 'https://github.com/asha/board' },
    { name: 'Venkata', message: 'Needle in the haystack' },
  ]);
  await signInAdministrator(page, portal);
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(page).toHaveURL('/admin/inbox');
  await page.getByLabel('Search messages').fill(mark);
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).first()).toContainText('Venkata');
  await expect(messages(page).first()).toContainText('Unread');

  await messages(page).nth(1).click();
  const message = page.getByRole('article');
  await expect(message.getByRole('heading')).toHaveText('New message from the SDC contact form');
  await expect(message.getByRole('heading')).toBeFocused();
  await expect(message).toContainText('<b>line</b> two');
  await expect(message.getByRole('link', { name: 'https://github.com/asha/board' })).toHaveAttribute(
    'rel',
    /noopener/,
  );
  await expect(message.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /^mailto:asha@students\.example\?subject=Re%3A%20New%20message/,
  );
  await expect(messages(page).nth(1)).not.toContainText('Unread');
  for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);

  // After a reload the message is still read, and the URL opens it.
  await page.reload();
  await expect(message).toContainText('<b>line</b> two');
  await expect(messages(page).nth(1)).not.toContainText('Unread');
  // Wait for the URL: the radio button is checked a moment after the click.
  await page.getByRole('radio', { name: /^Unread/ }).click();
  await expect(page.getByRole('radio', { name: /^Unread/ })).toBeChecked();
  await expect(messages(page)).toHaveCount(1);
  await page.getByRole('radio', { name: 'Read', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Read', exact: true })).toBeChecked();
  await expect(messages(page)).toHaveText([/Asha/]);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await message.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(message.getByRole('button', { name: 'Mark as read' })).toBeVisible();
  await saved;
  // Opened with the list alone, because an open message is read.
  await page.goto(`/admin/inbox?q=${mark}&state=read`);
  await expect(page.getByText('No message matches')).toBeVisible();

  await page.goto(`/admin/inbox?q=${mark}`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^form-submissions-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain('Needle in the haystack');
});

test('on a phone a message replaces the list, and back', async ({ page, portal }) => {
  const mark = await sendMessages(portal, [
    { name: 'Asha' },
    { name: 'x'.repeat(200), message: 'y'.repeat(3_000) },
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAdministrator(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  await messages(page).first().click();
  await expect(page.getByRole('article')).toContainText('yyyy');
  await expect(messages(page)).toHaveCount(0);
  await expectNoSidewaysScroll(page, 320);
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).first()).toBeFocused();
});

test('deletes one message or many, and brings them back', async ({ page, portal, problems }) => {
  problems.allow(/status of 404/);
  const mark = await sendMessages(portal, [{ name: 'Asha' }, { name: 'Bina' }, { name: 'Chitra' }]);
  await signedInAdmin(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  const ofAsha = await messages(page).last().getAttribute('data-message');
  await messages(page).first().click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  const notice = page.getByText(/^1 message deleted\./);
  await expect(notice).toBeVisible();
  await expect(messages(page)).toHaveText([/Bina/, /Asha/]);
  await expect(page).toHaveURL(`/admin/inbox?q=${mark}`);
  // The focus is on the notice, so the next Tab leads to its button.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^1 message restored\./)).toBeVisible();
  await expect(messages(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Select messages' }).click();
  await page.getByRole('checkbox', { name: 'Select the message from Asha' }).check();
  await page.getByRole('checkbox', { name: 'Select the message from Bina' }).check();
  await expect(page.getByText('2 messages selected')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await page.getByRole('group', { name: 'Select messages' }).getByRole('button', { name: 'Delete' }).click();
  await expect(messages(page)).toHaveText([/Chitra/]);

  // A later deletion leaves the earlier one undoable.
  await messages(page).first().click();
  await expect(page).toHaveURL(/message=/);
  const opened = page.url();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 message deleted.')).toBeVisible();
  await expect(messages(page)).toHaveCount(0);
  // Both survive a reload, and what is brought back is shown where it was open.
  await page.goto(opened);
  await expect(page.getByRole('heading', { name: 'This message does not exist any more.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 message restored. 2 messages deleted.')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Chitra');
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(messages(page)).toHaveText([/Chitra/]);
  // One of the two is restored elsewhere first.
  const stored = await page.evaluate(() => sessionStorage.getItem('inbox-deletions') ?? '');
  const [{ deletedAt }] = JSON.parse(stored);
  await page.request.patch('/api/admin/form-submissions', {
    headers: { Origin: portal.url },
    data: { ids: [ofAsha], deletedAt },
  });
  await expect(messages(page)).toHaveText([/Chitra/, /Asha/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 message restored.', { exact: true })).toBeVisible();
  await expect(messages(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  // Signing out ends what can be undone.
  await messages(page).first().click();
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 message deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await signedInAdmin(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('shows an empty state, and an error if loading fails', async ({ page, portal, problems }) => {
  problems.allow(/status of (404|503)/);
  await signInAdministrator(page, portal);
  await page.goto('/admin/inbox?q=no-such-message-anywhere');
  await expect(page.getByText('No message matches')).toBeVisible();
  const refusal = { code: 'UNAVAILABLE', message: 'The database is not available right now.' };
  await withoutStream(page);
  await page.route('**/api/admin/form-submissions?*', (route) =>
    route.fulfill({ status: 503, json: refusal }),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load messages');
  await expect(page.getByRole('alert')).toContainText(refusal.message);
  await page.unroute('**/api/admin/form-submissions?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No message matches')).toBeVisible();
  await page.goto('/admin/inbox?message=gone');
  await expect(page.getByRole('alert')).toContainText('This message does not exist any more.');
});

test('reverts a mark that the server rejects', async ({ page, portal, problems }) => {
  problems.allow(/net::ERR/);
  const mark = await sendMessages(portal, [{ name: 'Asha' }]);
  await signInAdministrator(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  await page.route('**/api/admin/form-submissions/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await messages(page).first().click();
  await expect(page.getByRole('alert')).toContainText('The message could not be marked.');
  await expect(messages(page).first()).toContainText('Unread');
  await expectAccessible(page);
});

test('follows new messages, and marks made on another device', { tag: '@engines' }, async ({
  page,
  newPage,
  portal,
}) => {
  const mark = await sendMessages(portal, [{ name: 'Asha' }]);
  await signInAdministrator(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  await expect(messages(page)).toHaveText([/Unread: Asha/]);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const desk = await newPage();
  await signedInAdmin(desk, portal);
  await desk.goto('/admin/inbox?state=unread');
  await expect(messages(desk).first()).toContainText('Asha');
  await expect(desk.getByText('Live', { exact: true })).toBeVisible();

  await expect.poll(() => counted(desk)).toMatch(/^\d+ unread$/);
  const unread = Number.parseInt(await counted(desk), 10);

  await sendMessages(portal, [{ name: 'Venkata', mark2: mark, message: `Again ${mark}` }]);
  await expect(messages(page)).toHaveText([/Unread: Venkata/, /Unread: Asha/]);
  await expect(messages(desk).first()).toContainText('Venkata');
  await expect.poll(() => counted(desk)).toBe(`${unread + 1} unread`);

  await messages(page).first().click();
  await expect(messages(page)).toHaveText([/^Venkata/, /Unread: Asha/]);
  // A message read elsewhere stays in a list of unread messages, but is no longer counted.
  await expect.poll(() => counted(desk)).toBe(`${unread} unread`);
  await expect(messages(desk).first()).toContainText('Venkata');
});

test('a submission’s message leads to the submission and is read by its review; all others at once @engines', async ({
  page,
  newPage,
  ownPortal,
}) => {
  const portal = await ownPortal();
  const student = await newPage();
  const githubLink = 'https://github.com/lata/board';
  await signedInMember(
    student,
    portal,
    { track: 'web', submission: { githubLink, projectDescription: 'A board.' } },
    { fullName: 'Lata' },
  );
  for (const message of ['My project', 'And once more']) {
    const sent = await student.request.post(`${portal.url}/f/contact`, {
      headers: { Origin: portal.url },
      data: contactMessage({ name: 'Lata', message, githubLink }),
    });
    expect(sent.status()).toBe(200);
  }
  await sendMessages(portal, [{ name: 'Asha' }]);
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/admin/inbox`);
  await expect(messages(page)).toHaveText([/Unread: Asha/, /Unread: Lata/, /Unread: Lata/]);

  await messages(page).nth(1).click();
  await page.getByRole('link', { name: 'Open the submission' }).click();
  await expect(submissionOf(page, 'Lata')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Reviewed' }).check();
  await expect.poll(() => counted(page)).toBe('1 unread');

  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(messages(page)).toHaveText([/Unread: Asha/, /^Lata/, /^Lata/]);
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(messages(page)).toHaveText([/^Asha/, /^Lata/, /^Lata/]);
  await expect(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
});
