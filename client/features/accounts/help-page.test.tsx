import { expect, it } from 'vitest';
import { refusal } from '#tests/pages/network.ts';
import { openPage, screen } from '#tests/pages/page.ts';

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
