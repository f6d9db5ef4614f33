import { expect, it } from 'vitest';
import { member, openPage, screen } from '#tests/pages/page.ts';

it('the menu of a phone closes when one of its links is followed', async () => {
  const { press, user, address } = await openPage('/dashboard', { as: member() });
  await press('Open menu');
  expect(screen.getByRole('button', { name: 'Close menu' }).getAttribute('aria-expanded')).toBe('true');
  await user.click(screen.getByRole('link', { name: 'Timeline' }));
  await expect.poll(address).toBe('/timeline');
  await expect.poll(() => screen.queryByRole('button', { name: 'Close menu' })).toBeNull();
});
