import { expect, it, vi } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { openPage, screen } from '#tests/pages/page.ts';

async function open(token?: string) {
  const portal = await openTestApp('sqlite', { env: { ADMIN_PASSWORD: '' } });
  const secret = (await ensureAdministrator(portal.store, portal.deps.config)) ?? '';
  return openPage(`/setup?token=${token ?? secret}`, { portal });
}

it('sets the portal up, and leads to the mail server or to the dashboard with the first steps', async () => {
  const { portal, browser, user, fill, press } = await open();
  const opened = vi.spyOn(window.location, 'replace').mockReturnValue();
  await fill({ 'Your Email': 'lead@club.example' });
  await press('Set Up');
  await screen.findByText('Password must be at least 6 characters long');
  await fill({ Password: 'correct horse', 'Name of the Club': 'Rocket Club', 'Time Zone': 'Asia/Tokyo' });
  screen.getByRole('option', { name: 'Asia/Kolkata' });
  expect(screen.queryByRole('option', { name: 'Asia/Calcutta' })).toBeNull();
  await user.click(screen.getByLabelText('Set up the mail server next'));
  await press('Set Up');
  await expect.poll(() => opened.mock.calls).toEqual([['/admin/settings/mail']]);
  const dates = '/api/admin/settings/dates';
  const { value, version } = (await browser.get(dates)).body as { value: object; version: number };
  await browser.put(dates, { value: { ...value, deadline: '2099-12-11T15:30:00.000Z' }, version });
  const dashboard = await openPage('/admin-dashboard', { portal, as: async () => browser });
  const mail = await screen.findByRole('link', { name: 'Set up the mail server' });
  expect(mail.getAttribute('href')).toBe('/admin/settings/mail');
  screen.getByRole('link', { name: 'Done: Set the dates' });
  screen.getByText(/^Students register at http.*\/register$/);
  const list = await screen.findByText('No project submissions yet.');
  expect(mail.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(portal.deps.content).toMatchObject({
    club: { name: 'Rocket Club' },
    dates: { timeZone: 'Asia/Tokyo' },
  });
  await dashboard.press('Hide List');
  await expect.poll(() => screen.queryByText('First steps')).toBeNull();
});

it.each(['', 'made-up'])('says what to do with a link that does not work (%j)', async (token) => {
  await open(token);
  await screen.findByText(/^This link has expired or has already been used\./);
  expect(screen.queryByLabelText(/^Your Email/)).toBeNull();
});
