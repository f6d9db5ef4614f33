import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { adminPassword, signIn } from '#tests/helpers/app.ts';
import { administrator, descriptionOf, member, openPage, screen } from '#tests/pages/page.ts';

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
