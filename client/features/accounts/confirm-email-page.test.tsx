import { expect, it } from 'vitest';
import { confirmationTexts } from '#domain/mailed-links.ts';
import { openPage, screen } from '#tests/pages/page.ts';

it('a link without a token says that it cannot confirm anything', async () => {
  await openPage('/confirm-email');
  expect((await screen.findByRole('alert')).textContent).toBe(confirmationTexts.linkInvalid);
  expect(screen.queryByRole('button', { name: confirmationTexts.button })).toBeNull();
});

it('confirms when its button is pressed, and says so or that the link is not valid', async () => {
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
