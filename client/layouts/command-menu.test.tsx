import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { usePageCommands } from '#client/lib/page-commands.ts';
import { registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { unreachable } from '#tests/pages/network.ts';
import { administrator, openPage, screen, takePageClock, textsOf } from '#tests/pages/page.ts';

async function withMembers(portal: TestApp) {
  for (const fullName of ['Asha Rao', 'Natasha Pillai', 'Ravi Iyer'])
    await registerPerson(portal, { fullName });
  return administrator(portal);
}

async function openMenu(path = '/admin-dashboard') {
  const page = await openPage(path, { as: withMembers });
  await screen.findByRole('heading', { level: 1 });
  await page.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' });
  // A browser moves the focus into a dialog that opens.
  await page.user.click(field);
  return page;
}

const options = () => textsOf(screen.queryAllByRole('option'));
const chosen = () => screen.queryAllByRole('option', { selected: true })[0]?.textContent;

it('leads to pages, with what the open page can do before them', async () => {
  const { user, address } = await openMenu('/admin');
  expect(textsOf(screen.getAllByRole('group').filter((group) => group.closest('dialog'))).length).toBe(2);
  expect(options().slice(0, 3)).toEqual(['Select', 'Filters', 'Export CSV']);
  await user.keyboard('inb');
  await expect.poll(options).toEqual(['Users matching “inb”0', 'Inbox messages matching “inb”', 'Inbox']);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe('Inbox');
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/admin/inbox');
  expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull();
});

it('finds members by a part of their name and opens the record', async () => {
  const clock = takePageClock();
  const { browser, user, address } = await openMenu();
  const fetched = vi.spyOn(browser, 'fetch');
  const searches = () => fetched.mock.calls.filter(([path]) => path.includes('q=')).length;
  await user.keyboard('rao');
  expect(searches()).toBe(0);
  await clock.pass(150);
  expect(searches()).toBe(1);
  await expect.poll(() => options()[0]).toMatch(/^Asha Rao/);
  expect(chosen()).toMatch(/^Asha Rao.* · 1 of 4$/);
  expect(options()).toContain('Users matching “rao”1');
  await user.keyboard('{Enter}');
  await expect.poll(address).toMatch(/^\/admin\/members\//);
  await screen.findByRole('heading', { level: 1, name: 'Asha Rao' });
});

it('offers no member who was found for another text', async () => {
  const { user } = await openMenu();
  await user.keyboard('rao');
  await expect.poll(() => options()[0]).toMatch(/^Asha Rao/);
  await user.keyboard('s');
  expect(options().join()).not.toContain('Asha');
});

it('chooses the best match of the whole text, whichever entry was marked before', async () => {
  const { user } = await openMenu();
  await user.keyboard('inbo{ArrowUp}');
  await expect.poll(chosen).toBe('Inbox');
  await user.keyboard('x');
  await expect.poll(options).toContain('Inbox');
  expect(chosen()).toBe('Users matching “inbox”');
});

it.each([
  ['other browsers', { isComposing: true }],
  ['Safari', { keyCode: 229 }],
])('lets Enter confirm text that is being composed in %s', async (_where, event) => {
  await openMenu();
  const field = screen.getByRole('combobox', { name: 'Search or jump to' });
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...event }));
  expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBe(field);
});

it('does what the page offers, once it is closed', async () => {
  const { user } = await openMenu('/admin');
  await user.keyboard('select{Enter}');
  await screen.findByText('Select members to review them together');
  expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull();
});

it('leaves the focus where a command has moved it', async () => {
  function Jump() {
    const target = useRef<HTMLButtonElement>(null);
    usePageCommands([{ label: 'Jump', run: () => target.current?.focus() }]);
    return (
      <button type="button" ref={target}>
        Target
      </button>
    );
  }
  const { press, user } = await openPage('/admin', { as: withMembers });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Jump />);
  await screen.findByRole('button', { name: 'Target' });
  await press(/^Search or jump to/);
  await user.click(await screen.findByRole('combobox', { name: 'Search or jump to' }));
  await user.keyboard('jump{Enter}');
  await expect.poll(() => screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Target');
  root.unmount();
});

it('says that nothing matches, and that members cannot be searched', async () => {
  const { user, network } = await openMenu();
  network.fail('GET /api/admin/members', unreachable);
  await user.keyboard('rao');
  await expect
    .poll(() => screen.getAllByRole('status').map((status) => status.textContent))
    .toContain('The portal couldn’t be reached. Check your connection and try again.');
});

it('opens by its button too, and Escape in it closes it', async () => {
  const { press, user } = await openPage('/admin', { as: withMembers });
  await press(/^Search or jump to/);
  await screen.findByRole('combobox', { name: 'Search or jump to' });
  await user.click(screen.getByRole('dialog'));
  await expect.poll(() => screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull();
});
