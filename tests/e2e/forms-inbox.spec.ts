import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

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

function messages(page: Page) {
  return page.getByRole('list', { name: 'Messages' }).getByRole('link');
}

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
