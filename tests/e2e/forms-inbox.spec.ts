import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import type { Portal } from '#tests/helpers/portal.ts';

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
