import { expect, it } from 'vitest';
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
