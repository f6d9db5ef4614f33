import { expect, it } from 'vitest';
import { portalUrl, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { refusal, unavailable } from '#tests/pages/network.ts';
import { openPage, screen } from '#tests/pages/page.ts';

const dead = 'This password reset link has expired or has already been used.';
const sent = 'Password reset email sent! Check your inbox.';

/** The path of the newest reset link mailed to an address. */
async function mailedLink(portal: TestApp, email: string): Promise<string> {
  const mails = (await portal.mails()).filter((mail) => mail.to.includes(email));
  const link = new RegExp(`${portalUrl}(/reset-password\\S+)`).exec(mails.at(-1)?.text ?? '')?.[1];
  if (!link) throw new Error('No reset link was mailed.');
  return link;
}

it('a forgotten password can be replaced with the mailed link, once', async () => {
  const login = await openPage('/login');
  const { portal } = login;
  const { registration } = await registerPerson(portal);
  await login.fill({ Email: registration.email });
  await login.press('Forgot your password?');
  expect((await screen.findByRole('status')).textContent).toBe(sent);

  const link = await mailedLink(portal, registration.email);
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
  await again.press('Send New Link');
  await screen.findByText(sent);

  const { fill, press, address } = await openPage('/login', { portal });
  await fill({ Email: registration.email, Password: 'a-new-password' });
  await press('Sign In');
  await expect.poll(address).toBe('/dashboard');
});

it('a link that cannot be checked asks for the password, and says then that it is dead', async () => {
  const { fill, press } = await openPage('/reset-password?token=not-a-token', {
    prepare: ({ fail }) => void fail('POST /api/auth/check-reset-link', unavailable),
  });
  await fill({ 'New Password': 'abcde' });
  screen.getByText('At least 6 characters');
  await fill({ 'New Password': 'abcdef', 'Confirm New Password': 'abcdef' });
  expect(screen.queryByText('At least 6 characters')).toBeNull();
  await press('Save New Password');
  await screen.findByText(dead);
  screen.getByRole('button', { name: 'Send New Link' });
});

it('a link without a token offers a new one', async () => {
  await openPage('/reset-password');
  await screen.findByText(dead);
  screen.getByRole('button', { name: 'Send New Link' });
});

it('without an email, the login page asks for it and sends nothing', async () => {
  const { press, network } = await openPage('/login');
  await press('Forgot your password?');
  await screen.findByText('Please enter your email address first');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(network.requests.filter((request) => request.includes('reset'))).toEqual([]);
});

it.each([
  ['/login', 'POST /api/auth/sign-in/email', 'Sign In', { Email: 'a@b.example', Password: 'correct horse' }],
  ['/admin', 'POST /api/admin/sign-in', 'Sign In', { Email: 'a@b.example', Password: 'correct horse' }],
  [
    '/reset-password?token=some-token',
    'POST /api/auth/reset-password',
    'Save New Password',
    { 'New Password': 'correct horse', 'Confirm New Password': 'correct horse' },
  ],
])(
  'on %s a busy portal says when to try again, and nothing typed is lost',
  async (path, route, button, fields) => {
    const { network, fill, press } = await openPage(path, {
      prepare: ({ fail }) =>
        void fail('POST /api/auth/check-reset-link', () => Response.json({ status: true })),
    });
    await fill(fields);
    for (const message of ['Please try again in 5 seconds.', 'Please wait two minutes.']) {
      network.fail(route, () => refusal(503, 'TOO_BUSY', message));
      await press(button);
      await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe(message);
      for (const [label, value] of Object.entries(fields))
        expect(screen.getByLabelText(label)).toHaveProperty('value', value);
    }
  },
);
