import { describe, expect, it, vi } from 'vitest';
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

describe('with an unsent message', () => {
  async function writeMessage() {
    const page = await openPage('/contact', { as: member({ track: 'web' }) });
    await page.fill({ Message: 'Half a message' });
    return page;
  }
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

  it.each(['/dashboard', '/profile', '/about'])(
    'asks on %s too, and keeps it until that is confirmed',
    async (path) => {
      const { portal, browser } = await writeMessage();
      const { press, address } = await openPage(path, { portal, as: browser });
      await press('Sign Out');
      await screen.findByRole('dialog', { name: 'Sign out without saving?' });
      await press('Stay Signed In');
      expect(drafts()).toHaveLength(1);
      await press('Sign Out');
      await press('Discard and Sign Out');
      await expect.poll(address).toBe('/login');
      expect(drafts()).toEqual([]);
    },
  );

  it('keeps it if signing out fails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { network, press } = await writeMessage();
    network.fail('POST /api/auth/sign-out');
    await press('Sign Out');
    await press('Discard and Sign Out');
    expect((await screen.findByRole('alert')).textContent).toContain('You’re still signed in.');
    expect(drafts()).toHaveLength(1);
  });
});
