import { expect, it } from 'vitest';
import { refusal } from '#tests/pages/network.ts';
import { openPage, screen } from '#tests/pages/page.ts';

it('somebody who cannot sign in writes to the club, from the sign-in page', async () => {
  const { portal, fill, press, user, address } = await openPage('/login');
  await user.click(await screen.findByRole('link', { name: "Can't sign in? Write to the club" }));
  // Both pages have a field for the email.
  await screen.findByRole('heading', { name: 'Write to the club' });
  expect(address()).toBe('/help');
  await fill({ Email: 'lost@students.example', Message: 'I lost my phone.' });
  await press('Send Message');
  await screen.findByText('We have received your message and will get back to you soon.');
  const row = await portal.store.db.selectFrom('form_submissions').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ formId: 'help', kind: 'question', replyTo: 'lost@students.example' });
});

it('says which field is at fault, and keeps what was typed after a refusal', async () => {
  const { fill, press, network } = await openPage('/help');
  await fill({ Email: 'lost@students.example' });
  await press('Send Message');
  await screen.findByText('Message is required');
  await fill({ Message: 'I lost my phone.' });
  network.fail('POST /api/help', () => refusal(429, 'TOO_MANY_ATTEMPTS', 'Please wait an hour.'));
  await press('Send Message');
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait an hour.');
  await screen.findByDisplayValue('I lost my phone.');
});
