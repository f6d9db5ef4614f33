import { expect, it } from 'vitest';
import { confirmationTexts } from '#domain/mailed-links.ts';
import { openPage, screen } from '#tests/pages/page.ts';

it('a link without a token says that it cannot confirm anything', async () => {
  await openPage('/confirm-email');
  expect((await screen.findByRole('alert')).textContent).toBe(confirmationTexts.linkInvalid);
  expect(screen.queryByRole('button', { name: confirmationTexts.button })).toBeNull();
});
