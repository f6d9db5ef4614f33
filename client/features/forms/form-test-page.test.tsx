import { expect, it, vi } from 'vitest';
import { accountHeader } from '#domain/shown-account.ts';
import { descriptionOf, member, openPage, screen } from '#tests/pages/page.ts';

const route = 'POST /f/test';
const name = () => screen.getByLabelText<HTMLInputElement>('Your Name');

it('sends a message once, says so where the focus is, and takes another one', async () => {
  const { fill, user, network, press } = await openPage('/formspree-test');
  const message = 'Does it work?';
  await fill({ 'Your Name': 'Asha', 'Your Email': 'asha@students.example', 'Test Message': message });
  const held = network.hold(route);
  await user.dblClick(screen.getByRole('button', { name: 'Send Test Message' }));
  await screen.findByRole('button', { name: 'Sending...' });
  held.release();
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Form Submitted Successfully!/);
  expect(network.count(route)).toBe(1);
  await press('Send Another Message');
  expect(name().value).toBe('');
  expect(screen.getByRole('region', { name: 'Debug' }).textContent).toContain(`"message": "${message}"`);
});

it('shows the service’s errors beside their fields until each is corrected, focuses the first, and shows the next ones', async () => {
  const { fill, press } = await openPage('/formspree-test');
  await fill({ 'Your Email': 'nobody', 'Test Message': 'Hello' });
  await press('Send Test Message');
  await screen.findByText('Name should not be empty');
  await expect.poll(() => document.activeElement === name()).toBe(true);
  expect(descriptionOf(name())).toBe('Name should not be empty');
  expect(descriptionOf(screen.getByLabelText('Your Email'))).toBe('Email should be an email');
  await fill({ 'Your Name': 'Asha' });
  expect(name().getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText('Your Email').getAttribute('aria-invalid')).toBe('true');
  await fill({ 'Your Name': '' });
  await press('Send Test Message');
  await expect.poll(() => descriptionOf(name())).toBe('Name should not be empty');
});

it('shows the client’s own error if there is no response or an unknown one', async () => {
  const { press, network } = await openPage('/formspree-test');
  const repair = network.fail(route);
  await press('Send Test Message');
  expect((await screen.findByRole('alert')).textContent).toContain('The portal couldn’t be reached.');
  expect(screen.getByRole('region', { name: 'Debug' }).textContent).toContain('Not known');
  repair();
  network.fail(route, () => Response.json({ something: 'else' }));
  await press('Send Test Message');
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('Unexpected response format');
});

it('does not tell a service elsewhere whose page it is', async () => {
  const env = { FORM_ENDPOINT: 'https://forms.example', CONTACT_FORM_ID: 'club' };
  const { fill, press } = await openPage('/formspree-test', { as: member(), env });
  await fill({ 'Your Name': 'Asha', 'Your Email': 'asha@students.example', 'Test Message': 'Hello' });
  const sent = vi.spyOn(globalThis, 'fetch');
  sent.mockImplementation(async () => Response.json({ next: 'https://forms.example/thanks' }));
  await press('Send Test Message');
  await screen.findByText('Form Submitted Successfully!');
  const [, options] = sent.mock.calls.find(([address]) => address === 'https://forms.example/f/club') ?? [];
  expect(options?.method).toBe('POST');
  expect(new Headers(options?.headers).has(accountHeader)).toBe(false);
});
