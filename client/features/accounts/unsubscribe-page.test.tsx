import { expect, it } from 'vitest';
import { openPage, screen } from '#tests/pages/page.ts';

it('a link without a token says that it is not valid', async () => {
  await openPage('/unsubscribe');
  expect((await screen.findByRole('alert')).textContent).toContain('This link isn’t valid.');
});
