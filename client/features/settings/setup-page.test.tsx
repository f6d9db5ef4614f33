import { expect, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';
import { openPage, screen } from '#tests/pages/page.ts';

async function open(token?: string) {
  const portal = await openTestApp('sqlite', { env: { ADMIN_PASSWORD: '' } });
  const secret = (await ensureAdministrator(portal.store, portal.deps.config)) ?? '';
  return openPage(`/setup?token=${token ?? secret}`, { portal });
}

it('sets the portal up, with a tested mail server, and leads to the dashboard with the first steps', async () => {
  const { portal, user, fill, press, address } = await open();
  const smtp = await startSmtp({ password: 'right-word' });
  await fill({ 'Your Email': 'lead@club.example' });
  await press('Set Up');
  await screen.findByText('Password must be at least 6 characters long');
  await fill({ Password: 'correct horse', 'Name of the Club': 'Rocket Club', 'Time Zone': 'Asia/Tokyo' });
  await user.click(screen.getByLabelText('Set up the mail server now'));
  const { hostname, port } = new URL(smtp.url);
  await fill({ 'Mail Server': hostname, Encryption: 'none', Port: port, User: 'club' });
  await fill({ 'Password of the Server': 'wrong-word' });
  await fill({ Sender: 'club@club.example' });
  await press('Send Test Email');
  await screen.findByText('The mail server refuses the user name or password. Correct it.');
  await fill({ 'Password of the Server': 'right-word' });
  await press('Send Test Email');
  await screen.findByText(/^The mail server accepted the email to lead@club\.example/);
  await press('Set Up');
  await expect.poll(address).toBe('/admin-dashboard');
  const mail = await screen.findByRole('link', { name: 'Done: Set up the mail server' });
  expect(mail.getAttribute('href')).toBe('/admin/settings/mail');
  screen.getByRole('link', { name: 'Set the dates' });
  expect(portal.deps.content).toMatchObject({
    club: { name: 'Rocket Club' },
    dates: { timeZone: 'Asia/Tokyo' },
  });
  await press('Hide List');
  await expect.poll(() => screen.queryByText('First steps')).toBeNull();
});

it.each(['', 'made-up'])('says what to do with a link that does not work (%j)', async (token) => {
  await open(token);
  await screen.findByText(/^This link has expired or has already been used\./);
  expect(screen.queryByLabelText(/^Your Email/)).toBeNull();
});
