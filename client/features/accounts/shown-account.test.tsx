import { expect, it } from 'vitest';
import { member, openPage, screen } from '#tests/pages/page.ts';

it('a page that another account takes over shows nothing of the former one', async () => {
  const { portal, browser, address, network } = await openPage('/timeline', {
    as: member({ track: 'web' }, { fullName: 'Asha Rao' }),
  });
  await screen.findByText('2 of 4 steps completed');
  const next = await member({ track: 'game' }, { fullName: 'Ravi Iyer' })(portal);
  const held = network.hold('GET /api/me');
  // Somebody signs in in another tab, and returns to this one.
  browser.cookies.clear();
  for (const [name, value] of next.cookies) browser.cookies.set(name, value);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await screen.findAllByText(new RegExp(next.registration.email));
  await expect.poll(address).toBe('/dashboard');
  expect(document.body.textContent).not.toContain('Asha Rao');
  expect(document.querySelector('input:checked')).toBeNull();
  held.release();
  await screen.findByText('Your current track');
  expect(JSON.stringify({ ...localStorage })).not.toContain('Asha Rao');
});
