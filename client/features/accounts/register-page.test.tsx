import { expect, it, vi } from 'vitest';
import { openTestApp, registerPerson } from '#tests/helpers/app.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { unreachable } from '#tests/pages/network.ts';
import { openPage, screen } from '#tests/pages/page.ts';
import { fillRegistration } from '#tests/pages/sending-actions.ts';

const register = 'POST /api/register';
const taken = 'An account with this email address already exists.';
const terms = /I agree to the/;

/** Waits for the message of a field, which has the focus. */
async function expectFailure(message: string, label: string | RegExp): Promise<void> {
  await screen.findByText(message);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(label));
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
}

it('checks the ten rules one at a time, in the spec’s order, beside their fields', async () => {
  const { fill, press, user, network, address } = await openPage('/register');
  const form = newRegistration();
  const steps: [fields: Record<string, string>, message: string, label: string | RegExp][] = [
    [{ 'Full Name': '   ' }, 'Full name is required', 'Full Name'],
    [{ 'Full Name': form.fullName }, 'Email is required', 'Email'],
    [{ Email: form.email }, 'Student ID is required', 'Student ID'],
    [{ 'Student ID': form.studentId }, 'Department is required', 'Department'],
    [{ Department: form.department }, 'Year of study is required', 'Year of Study'],
    [{ 'Year of Study': '2' }, 'Contact number is required', 'Contact Number'],
    [{ 'Contact Number': '12345' }, 'Please enter a valid 10-digit contact number', 'Contact Number'],
    [
      { 'Contact Number': '(987) 654-3210', Password: '12345' },
      'Password must be at least 6 characters long',
      'Password',
    ],
    [{ Password: '123456', 'Confirm Password': '654321' }, 'Passwords do not match', 'Confirm Password'],
    [{ 'Confirm Password': '123456' }, 'You must agree to the terms and conditions', terms],
  ];
  for (const [fields, message, label] of steps) {
    await fill(fields);
    await press('Create Account');
    await expectFailure(message, label);
  }
  expect(network.requests).not.toContain(register);
  await user.click(screen.getByLabelText(terms));
  await press('Create Account');
  await expect.poll(address).toBe('/dashboard');
});

it('marks every field as required, and says what is required before it can be broken', async () => {
  const { fill } = await openPage('/register');
  const labels = ['Full Name', 'Email', 'Student ID', 'Department', 'Year of Study', 'Contact Number'];
  for (const label of [...labels, 'Password', 'Confirm Password'])
    expect(await screen.findByLabelText(label)).toHaveProperty('required', true);
  screen.getByText('10 digits, without the country code');
  screen.getByText('At least 6 characters');
  await fill({ Password: '12345' });
  screen.getByText('At least 6 characters');
});

it('shows at its field that an email is taken, and keeps the input', async () => {
  const page = await openPage('/register');
  const { registration } = await registerPerson(page.portal);
  const form = newRegistration({ email: registration.email });
  await fillRegistration(page, form);
  await page.press('Create Account');
  expect((await screen.findByRole('alert')).textContent).toBe(taken);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Email'));
  screen.getByDisplayValue(form.studentId);
  expect(screen.getByLabelText('Password')).toHaveProperty('value', form.password);
  await page.fill({ Email: newRegistration().email });
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).not.toBe('true');
});

it('keeps a failure until its field is corrected, or the other one that it is about', async () => {
  const page = await openPage('/register');
  await fillRegistration(page, newRegistration({ contactNumber: '12345' }));
  await page.press('Create Account');
  const number = 'Please enter a valid 10-digit contact number';
  await screen.findByText(number);
  await page.fill({ 'Contact Number': '123456789' });
  screen.getByText(number);
  await page.fill({ 'Contact Number': '1234567890' });
  await expect.poll(() => screen.queryByText(number)).toBeNull();

  await page.user.clear(screen.getByLabelText('Contact Number'));
  await page.press('Create Account');
  await screen.findByText('Contact number is required');
  await page.user.type(screen.getByLabelText('Contact Number'), '1');
  await expect.poll(() => screen.queryByText('Contact number is required')).toBeNull();
  await page.fill({ 'Contact Number': '1234567890' });

  await page.fill({ 'Confirm Password': 'something else' });
  await page.press('Create Account');
  await screen.findByText('Passwords do not match');
  await page.fill({ Password: 'something else' });
  await expect.poll(() => screen.queryByText('Passwords do not match')).toBeNull();
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
});

it('keeps the draft of a visitor in the tab, without the passwords', async () => {
  const page = await openPage('/register');
  const form = newRegistration();
  await fillRegistration(page, form);
  const kept = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
  await expect.poll(kept).toContain(form.studentId);
  expect(kept()).not.toContain(form.password);
  const { fill } = await page.reload();
  await screen.findByText('We’ve kept what you typed, except the passwords.');
  screen.getByDisplayValue(form.studentId);
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  await fill({ Password: 'another one' });
  expect(kept()).not.toMatch(new RegExp(`another one|${form.password}`));
});

it('opens the terms in a new tab, and keeps the way back on the way to sign-in', async () => {
  const { user, address } = await openPage('/register?from=%2Ftimeline');
  const [link] = await screen.findAllByRole('link', { name: /terms/i });
  expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual(['/terms', '_blank']);
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await expect.poll(address).toBe('/login?from=%2Ftimeline');
});

it.each([
  [
    '/login',
    {
      Email: { type: 'email', autocomplete: 'username webauthn', autocapitalize: 'none' },
      Password: { type: 'password', autocomplete: 'current-password', autocapitalize: 'none' },
    },
  ],
  [
    '/register',
    {
      'Full Name': { autocomplete: 'name', autocapitalize: 'words' },
      Email: { type: 'email', autocomplete: 'username', autocapitalize: 'none' },
      'Student ID': { autocomplete: 'off', autocapitalize: 'characters' },
      'Contact Number': { type: 'tel', autocomplete: 'tel-national' },
      Password: { type: 'password', autocomplete: 'new-password' },
      'Confirm Password': { type: 'password', autocomplete: 'new-password' },
    },
  ],
])('the fields of %s ask for the right keyboard and stored values', async (path, fields) => {
  await openPage(path);
  for (const [label, attributes] of Object.entries(fields)) {
    const field = await screen.findByLabelText(label);
    for (const [name, value] of Object.entries(attributes)) expect(field.getAttribute(name)).toBe(value);
  }
});

it('a weak password gets a hint and is accepted, and can be shown', async () => {
  const { fill, press } = await openPage('/register');
  await fill({ Password: '123456', 'Confirm Password': '123456' });
  const password = screen.getByLabelText('Password');
  const hint = () => document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent;
  await expect.poll(hint).toMatch(/Easy to guess/);
  expect(password.getAttribute('aria-invalid')).not.toBe('true');
  await press('Create Account');
  await screen.findByText('Full name is required');
  expect(screen.queryByText(/password must/i)).toBeNull();
  await fill({ Password: 'correct horse battery staple' });
  await expect.poll(hint).toMatch(/Strong/);
  await press('Show password');
  expect(password.getAttribute('type')).toBe('text');
  // It did not send the form, whose first field would have the focus.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide password' }));
});

it('signs in to the account that was created although the answer was lost', async () => {
  const page = await openPage('/register');
  const { browser, press, address } = page;
  const { fetch } = browser;
  const answers = vi.spyOn(browser, 'fetch').mockImplementation(async (path, init) => {
    const answer = await fetch(path, init);
    return path === '/api/register' ? unreachable() : answer;
  });
  await fillRegistration(page, newRegistration());
  await press('Create Account');
  await screen.findByText(/The portal couldn’t be reached/);
  browser.cookies.clear();
  answers.mockRestore();
  await press('Create Account');
  await expect.poll(address).toBe('/dashboard');
});

it('says in place of the form when registration opens', async () => {
  const portal = await openTestApp('sqlite');
  await saveSettings(portal, 'dates', { timeZone: 'UTC', opensAt: '2099-11-28T10:00:00Z' });
  await openPage('/register', { portal });
  await screen.findByText('Registration opens on Sat 28 Nov, 10:00.');
  expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
  expect(document.querySelector('form')).toBeNull();
});

it('keeps what was typed when registration closes while the page is open', async () => {
  const page = await openPage('/register');
  const form = newRegistration();
  await fillRegistration(page, form);
  await saveSettings(page.portal, 'dates', { timeZone: 'UTC', open: false });
  await page.press('Create Account');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Registration is closed.What you typed is kept in this tab, except the passwords.',
  );
  expect(document.querySelector('form')).toBeNull();
  await page.reload();
  await screen.findByText('Registration is closed.');
  await saveSettings(page.portal, 'dates', { open: null });
  await page.reload();
  await screen.findByDisplayValue(form.studentId);
});

it('a number that a phone fills in becomes ten digits when its field is left', async () => {
  const { fill, user } = await openPage('/register');
  await fill({ 'Contact Number': '+91 98765 43210' });
  await user.tab();
  expect(screen.getByLabelText('Contact Number')).toHaveProperty('value', '9876543210');
});

it('has the club’s own short name at the sign-in', async () => {
  const portal = await openTestApp('sqlite');
  await openPage('/login', { portal });
  await screen.findByText('Sign in to your SDC account');
  await saveSettings(portal, 'club', { shortName: 'ACM' });
  await openPage('/login', { portal });
  await screen.findByText('Sign in to your ACM account');
});
