import { expect, it } from 'vitest';
import { adminPassword, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { openPage, screen } from '#tests/pages/page.ts';

const signInRoute = 'POST /api/auth/sign-in/email';

it('the administrator who signs in on the way to a member’s page gets their own', async () => {
  const { portal, fill, press, address } = await openPage('/login?from=%2Ftimeline');
  await signInAdministrator(portal);
  await fill({ Email: portal.deps.config.adminEmail, Password: adminPassword });
  await press('Sign In');
  await expect.poll(address).toBe('/admin-dashboard');
});

it('opens the first page with the record, which is fetched once while the page loads', async () => {
  const { portal, fill, press, network } = await openPage('/login');
  const { registration } = await registerPerson(portal);
  const seen = new Set<string>();
  const watch = new MutationObserver(() => seen.add(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true });
  await fill({ Email: registration.email, Password: registration.password });
  await press('Sign In');
  await screen.findByText('1 of 4 steps completed');
  watch.disconnect();
  expect([...seen].filter((text) => text.includes('Loading...'))).toEqual([]);
  expect(network.requests.filter((request) => request === 'GET /api/me')).toHaveLength(1);
});

it('says that it is loading when the record is late', async () => {
  const { portal, fill, press, network, address } = await openPage('/login');
  const { registration } = await registerPerson(portal);
  const held = network.hold('GET /api/me');
  await fill({ Email: registration.email, Password: registration.password });
  await press('Sign In');
  await screen.findByText('Loading...');
  expect(address()).toBe('/dashboard');
  held.release();
  await screen.findByText('1 of 4 steps completed');
});

it('reports a wrong password above the form until the next attempt', async () => {
  const { portal, fill, press, network, address } = await openPage('/login');
  const { registration } = await registerPerson(portal);
  await fill({ Email: registration.email, Password: 'not-the-password' });
  await press('Sign In');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password');
  await screen.findByDisplayValue(registration.email);
  await screen.findByDisplayValue('not-the-password');

  const held = network.hold(signInRoute);
  await fill({ Password: registration.password });
  await press('Sign In');
  await held.sent;
  expect(screen.queryByRole('alert')).toBeNull();
  held.release();
  await expect.poll(address).toBe('/dashboard');
});

it('asks for a reset link without appearing to sign in, and forgets its confirmation at the next attempt', async () => {
  const { fill, press, network, user } = await openPage('/login');
  const held = network.hold('POST /api/auth/request-password-reset');
  await fill({ Email: 'asha@students.example', Password: 'not-the-password' });
  await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }));
  await held.sent;
  screen.getByRole('button', { name: 'Sign In' });
  held.release();
  await screen.findByText('Password reset email sent! Check your inbox.');
  const signInButton = screen.getByRole('button', { name: 'Sign In' });
  await expect.poll(() => signInButton.getAttribute('aria-disabled')).not.toBe('true');
  const signIn = network.hold(signInRoute);
  await press('Sign In');
  await signIn.sent;
  await screen.findByRole('button', { name: 'Signing in...' });
  expect(screen.queryByText('Password reset email sent! Check your inbox.')).toBeNull();
  signIn.release();
  await screen.findByText('Invalid email or password');
});
