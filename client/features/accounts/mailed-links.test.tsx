import { expect, it, vi } from 'vitest';
import { confirmationTexts } from '#domain/mailed-links.ts';
import {
  confirmEmail,
  openWithMember,
  portalUrl,
  registerPerson,
  signIn,
  type TestApp,
} from '#tests/helpers/app.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { unreachable } from '#tests/pages/network.ts';
import { openPage, screen } from '#tests/pages/page.ts';

const dead = 'This password reset link has expired or has already been used.';
const sent = 'Password reset email sent! Check your inbox.';

/** The path of the newest link to a page that was mailed to an address. */
async function mailedLink(portal: TestApp, email: string, page: string): Promise<string> {
  const mails = (await portal.mails()).filter((mail) => mail.to.includes(email));
  const paths = mails.flatMap(({ links }) => links).map((link) => link.replace(portalUrl, ''));
  const path = paths.findLast((each) => each.startsWith(`/${page}`));
  if (!path) throw new Error(`No link to /${page} was mailed.`);
  return path;
}

it('a forgotten password can be replaced with the mailed link, once', async () => {
  const login = await openPage('/login');
  const { portal } = login;
  const { registration } = await registerPerson(portal);
  await login.fill({ Email: registration.email });
  await login.press('Forgot your password?');
  expect((await screen.findByRole('status')).textContent).toBe(sent);

  const link = await mailedLink(portal, registration.email, 'reset-password');
  const reset = await openPage(link, { portal });
  await reset.fill({ 'New Password': 'a-new-password', 'Confirm New Password': 'another-one' });
  await reset.press('Save New Password');
  await screen.findByText('Passwords do not match');
  await reset.fill({ 'Confirm New Password': 'a-new-password' });
  await reset.press('Save New Password');
  await screen.findByText(/Your password has been changed\./);

  // A used link says so before it asks for a password.
  const again = await openPage(link, { portal });
  await screen.findByText(dead);
  await again.fill({ Email: registration.email });
  for (const _ of ['the first', 'another']) {
    const repair = again.network.fail('POST /api/auth/request-password-reset');
    await again.press('Send New Link');
    await screen.findByText(/The portal couldn’t be reached/);
    repair();
    await again.press('Send New Link');
    await screen.findByText(sent);
  }

  const { fill, press, address } = await openPage('/login', { portal });
  await fill({ Email: registration.email, Password: 'a-new-password' });
  await press('Sign In');
  await expect.poll(address).toBe('/dashboard');
});

it('a password that was set although the answer was lost is not taken for a dead link', async () => {
  const { portal, email } = await openWithMember('sqlite');
  const link = await requestReset(portal, email).then(() => mailedLink(portal, email, 'reset-password'));
  const { browser, fill, press } = await openPage(link, { portal });
  const { fetch } = browser;
  const answers = vi.spyOn(browser, 'fetch').mockImplementation(async (path, init) => {
    const answer = await fetch(path, init);
    return path === '/api/auth/reset-password' ? unreachable() : answer;
  });
  await fill({ 'New Password': 'a-new-password', 'Confirm New Password': 'a-new-password' });
  await press('Save New Password');
  await screen.findByText(/The portal couldn’t be reached/);
  answers.mockRestore();
  await press('Save New Password');
  await screen.findByText(/^This link has been used, most likely by your first attempt/);
  expect(screen.queryByText(dead)).toBeNull();
  await signIn(portal, email, 'a-new-password');
});

it('an email change is announced to the old address, which can revert it, once', async () => {
  const { portal, browser, fill, press } = await openPage('/profile', { as: (to) => registerPerson(to) });
  const { email } = browser.registration;
  await confirmEmail(portal, browser.uid);
  await press('Edit Profile');
  await fill({ 'Email Address': `new.${email}`, 'Development Track': 'Web Development' });
  await press('Save Changes');
  await screen.findByText('Profile updated successfully!');

  const link = await mailedLink(portal, email, 'restore-email');
  const restoring = await openPage(link, { portal, as: browser });
  await restoring.press('Restore Email Address');
  await screen.findByText(/^Your account has its former email address again/);
  expect((await browser.get('/api/session')).body).toMatchObject({ user: null });

  const again = await openPage(link, { portal });
  await again.press('Restore Email Address');
  await screen.findByText('This link has expired or has already been used.');

  // The password may be somebody else's by now: the owner sets a new one by another mailed link.
  const reset = await openPage(await mailedLink(portal, email, 'reset-password'), { portal });
  const password = 'a password of my own';
  await reset.fill({ 'New Password': password, 'Confirm New Password': password });
  await reset.press('Save New Password');
  await screen.findByText(/^Your password has been changed\./);
  await signIn(portal, email, password);
});

it.each([
  ['/reset-password', dead],
  ['/confirm-email', confirmationTexts.linkInvalid],
  ['/unsubscribe', 'This link isn’t valid.'],
])('a link to %s without a token says that it is not valid', async (path, text) => {
  await openPage(path);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.queryByRole('button', { name: confirmationTexts.button })).toBeNull();
  expect(screen.queryAllByRole('button', { name: 'Send New Link' })).toHaveLength(text === dead ? 1 : 0);
});

it('an address is confirmed when the button is pressed, which says so or that the link is not valid', async () => {
  const { network, user, press, address } = await openPage('/confirm-email?token=not-a-token');
  await screen.findByRole('heading', { name: confirmationTexts.title });
  expect(screen.queryByRole('alert')).toBeNull();
  await press(confirmationTexts.button);
  expect((await screen.findByRole('alert')).textContent).toBe(confirmationTexts.linkInvalid);
  network.fail('POST /api/auth/confirm-email', () => Response.json({ status: true }));
  await press(confirmationTexts.button);
  await screen.findByText(confirmationTexts.done);
  await user.click(screen.getByRole('link', { name: confirmationTexts.goOn }));
  await expect.poll(address).toBe('/login');
});

it('without an email, the login page asks for it and sends nothing', async () => {
  const { press, network } = await openPage('/login');
  await press('Forgot your password?');
  await screen.findByText('Please enter your email address first');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(network.requests.filter((request) => request.includes('reset'))).toEqual([]);
});
