import { randomBytes } from 'node:crypto';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { sendMessage } from '#tests/helpers/forms.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

test('on a phone a message replaces the list, and back', async ({ page, portal }) => {
  // The portal is shared: only this test's search finds its messages.
  const mark = `mark${randomBytes(6).toString('hex')}`;
  for (const sent of [{ name: 'Asha' }, { name: 'x'.repeat(200), message: 'y'.repeat(3_000) }])
    await sendMessage(portal, { ...sent, mark });
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAdmin(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('link');
  await messages.first().click();
  await expect(page.getByRole('article')).toContainText('yyyy');
  await expect(messages).toHaveCount(0);
  await expectNoSidewaysScroll(page, 320);
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(messages).toHaveCount(2);
  await expect(messages.first()).toBeFocused();
});
