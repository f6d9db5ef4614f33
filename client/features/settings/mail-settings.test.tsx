import { expect, it } from 'vitest';
import { defaultMailSettings } from '#domain/mail-settings.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';
import { administrator, member, openPage, screen } from '#tests/pages/page.ts';

const path = '/admin/settings/mail';

it('saves the mail server, and never shows its password again', async () => {
  const { portal, fill, press, reload } = await openPage(path, { as: administrator });
  await fill({ 'Mail server': 'smtp.club.example' });
  await press('Save');
  await screen.findByText('Must be set with a mail server');
  await fill({ Sender: 'club@club.example', User: 'club', 'Password of the server': 'canary-word' });
  await press('Save');
  await screen.findByText('Saved.');
  expect(portal.deps.config.smtpUrl).toBe('smtps://club:canary-word@smtp.club.example:465');
  expect(document.body.innerHTML).not.toContain('canary-word');
  await reload();
  await screen.findByText(/^A password is stored for this server and user/);
  expect((screen.getByLabelText(/^Password/) as HTMLInputElement).value).toBe('');
});

it('shows the answer of the server to a test email, before anything is saved', async () => {
  const smtp = await startSmtp({ mood: 'refuse' });
  const { portal, fill, press } = await openPage(path, { as: administrator });
  const { hostname, port } = new URL(smtp.url);
  await fill({ 'Mail server': hostname, Encryption: 'None (usual port: 25)', Port: port });
  await press('Send Test Email');
  await screen.findByText(/^The answer: .*Mailbox is full/);
  expect(portal.deps.config.smtpUrl).toBeUndefined();
});

it('keeps what was typed when the settings were saved elsewhere, and names both', async () => {
  const { browser, fill, press } = await openPage(path, { as: administrator });
  const perDay = await screen.findByLabelText(/^Bulk emails per day/);
  await fill({ 'Bulk emails per day': '90' });
  await browser.send('PUT', '/api/admin/settings/mail', {
    body: { value: { ...defaultMailSettings, perDay: 50 }, version: 0 },
  });
  await press('Save');
  await screen.findByText('Saved now: 50');
  screen.getByText('Yours: 90');
  expect((perDay as HTMLInputElement).value).toBe('90');
  await press('Save');
  await screen.findByText('Saved.');
});

it('says what the environment sets, and offers no field for it', async () => {
  const env = { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'club@club.example' };
  await openPage(path, { as: administrator, env });
  await screen.findByText(/^Set by the operator of this server in SMTP_URL/);
  expect(screen.queryByLabelText(/^Mail server/)).toBeNull();
  screen.getByLabelText(/^Bulk emails per day/);
});

it('is not for members', async () => {
  await openPage(path, { as: member() });
  await screen.findByText('Access Denied');
});
