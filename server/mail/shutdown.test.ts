import { expect, it } from 'vitest';
import { sendMessage } from '#tests/helpers/forms.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';

it('stops in time while the mail server hangs, and sends the mails after the next start', async () => {
  const smtp = await startSmtp();
  smtp.mood = 'hang';
  const portal = await openTestPortal('sqlite', {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'SDC Portal <portal@sdc.example>',
    CONTACT_INBOX: 'leads@club.example',
  });
  await sendMessage(portal);
  await expect.poll(() => smtp.attempts()).toBeGreaterThan(0);
  await portal.stop();
  expect(portal.logs()).toContain('"msg":"stopped"');
  // A stop is no failure: the mails are due immediately, and nobody's.
  const waiting = await withStore(portal, (store) => rowsOf(store, 'mail_outbox'));
  expect(waiting.map(({ claimedUntil }) => claimedUntil)).toEqual([null, null]);
  for (const { dueAt } of waiting) expect(Date.parse(dueAt)).toBeLessThanOrEqual(Date.now());

  smtp.mood = 'take';
  await portal.restart();
  await expect.poll(() => smtp.arrived).toHaveLength(2);
  expect(new Set(smtp.arrived.map(({ mail }) => mail.messageId)).size).toBe(2);
});
