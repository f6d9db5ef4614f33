import { expect, it, vi } from 'vitest';
import { member, openPage, type Role, screen } from '#tests/pages/page.ts';

const cases: [path: string, as: Role][] = [
  ['/profile', member()],
  ['/dashboard', member()],
  ['/user-tasks', member({ track: 'web' })],
];

it.each(cases)(
  'signing out on %s leads to the login page without a page for visitors on the way',
  async (path, as) => {
    const { press, address } = await openPage(path, { as });
    await screen.findAllByRole('heading', { level: 1 });
    const shown = new Set<string>();
    const note = () => {
      const main = document.querySelector('main')?.textContent?.trim() ?? '';
      const visitor = [...document.querySelectorAll('header a')].some((link) => link.textContent === 'Login');
      if (address() === path)
        shown.add(
          `${main === '' ? 'empty' : main.includes('Please log in') ? 'signed out' : 'page'}${visitor ? ' for visitors' : ''}`,
        );
    };
    const observer = new MutationObserver(note);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    await press('Sign Out');
    await screen.findByRole('heading', { name: 'Welcome Back' });
    observer.disconnect();
    expect([...shown]).toEqual(['page']);
    expect(address()).toBe('/login');
  },
);

it('asks while there is input that the browser could not store, and no longer', async () => {
  const { user, press, address } = await openPage('/contact', { as: member({ track: 'web' }) });
  const store = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const message = await screen.findByLabelText('Message');
  await user.type(message, 'A question');
  expect(store).toHaveBeenCalled();
  await press('Sign Out');
  await press('Stay Signed In');
  await user.clear(message);
  await press('Sign Out');
  await expect.poll(address).toBe('/login');
});
