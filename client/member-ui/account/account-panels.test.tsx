import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { adminPassword, registerPerson, signIn, signInAdministrator } from '#tests/helpers/app.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { administrator, descriptionOf, member, openPage, screen, visitor } from '#tests/pages/page.ts';

const region = (name: string) => within(screen.getByRole('region', { name }));

it('a member changes the password on the profile, and sees the other devices go', async () => {
  const { portal, browser, fill, press } = await openPage('/profile', { as: member() });
  const { email, password } = browser.registration;
  const elsewhere = await signIn(portal, email, password);
  await press('Change Password');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Current Password'));
  const fresh = { 'New Password': 'another password', 'Confirm New Password': 'another password' };
  await fill({ 'Current Password': 'a guess', ...fresh, 'Confirm New Password': 'mistyped' });
  await press('Save Password');
  await screen.findByText('Passwords do not match');
  await fill(fresh);
  await press('Save Password');
  await screen.findByText('That isn’t your current password');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Current Password'));
  expect(descriptionOf(screen.getByLabelText('New Password'))).toBe('At least 6 characters.');
  await fill({ 'Current Password': password });
  await press('Save Password');
  await screen.findByText(/^Your password was changed/);
  expect((await elsewhere.get('/api/me')).status).toBe(401);
  expect((await browser.get('/api/me')).status).toBe(200);
});

it('the administrator finds password and devices under their address, and signs others out', async () => {
  const { portal, press, user } = await openPage('/admin', { as: administrator });
  const { adminEmail } = portal.deps.config;
  const others = [
    await signIn(portal, adminEmail, adminPassword),
    await signIn(portal, adminEmail, adminPassword),
  ];
  await user.click(await screen.findByRole('link', { name: adminEmail }));
  await screen.findByRole('heading', { level: 1, name: 'My Account' });
  screen.getByRole('region', { name: 'Password' });
  await region('Signed-in Devices').findByText('This device');
  const [first] = await region('Signed-in Devices').findAllByRole('button', { name: /^Sign out Unknown/ });
  if (first) await user.click(first);
  await screen.findByText('1 device is signed out.');
  await press('Sign Out All Others');
  await expect.poll(() => region('Signed-in Devices').queryAllByRole('button')).toEqual([]);
  for (const other of others) expect((await other.get('/api/admin/summary')).status).toBe(401);
});

it('a member takes their data along, and leaves after reading what goes and what stays', async () => {
  const page = await openPage('/profile', { as: member() });
  const { portal, browser, fill, press } = page;
  const { email, password } = browser.registration;
  const file = await screen.findByRole('link', { name: 'Download as a File' });
  expect([file.getAttribute('href'), file.getAttribute('download')]).toEqual([
    '/api/me/data',
    'my-data.json',
  ]);
  await press('Leave the Club’s Portal');
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave the portal?' }));
  dialog.getByText(/^Your record, submissions, .* go/);
  dialog.getByText(/^Counts without your name stay/);
  await fill({ 'Your Password': 'a guess' });
  await press('Leave');
  await dialog.findByText('That isn’t your current password');
  await fill({ 'Your Password': password });
  await press('Leave');
  await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
  await fill({ Email: email, Password: password });
  await press('Sign In');
  await screen.findByText(/^You left, and this account is closed/);

  const token = tokenIn((await portal.mails()).at(-1));
  const back = await openPage(`/return?token=${token}`, { portal });
  await back.press('Open My Account Again');
  await screen.findByText('Your account is open again. Sign in with your password.');
});

it('/admin offers a new password, too', async () => {
  const { portal, fill, press } = await openPage('/admin', { as: visitor });
  await signInAdministrator(portal);
  const { adminEmail } = portal.deps.config;
  await fill({ Email: adminEmail });
  await press('Forgot your password?');
  await screen.findByText('Password reset email sent! Check your inbox.');
  await expect.poll(async () => (await portal.mails()).at(-1)?.to).toEqual([adminEmail]);
});

it('a member disconnects the university’s account with the password', async () => {
  const { browser, fill, press } = await openPage('/profile', {
    as: async (portal) => {
      const person = await registerPerson(portal);
      const identity = { id: 'asha', uid: person.uid, issuer: 'https://login.college.edu/x' };
      const createdAt = '2026-11-12T10:00:00.000Z';
      await portal.store.db
        .insertInto('identities')
        .values({ ...identity, createdAt })
        .execute();
      return person;
    },
  });
  await screen.findByRole('region', { name: 'Connected Accounts' });
  const panel = region('Connected Accounts');
  panel.getByText('login.college.edu');
  panel.getByText(/^Connected .*2026/);
  await press('Disconnect login.college.edu');
  await fill({ 'Your password': 'a guess' });
  await press('Disconnect');
  await screen.findByText('That isn’t your current password');
  await fill({ 'Your password': browser.registration.password });
  await press('Disconnect');
  await expect.poll(() => screen.queryByRole('region', { name: 'Connected Accounts' })).toBeNull();
});
