import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { registerPerson } from '#tests/helpers/app.ts';
import { administrator, member, openPage, screen, visitor } from '#tests/pages/page.ts';

const names = ['Asha Rao', 'Ravi Iyer', 'Meera Nair'];

/** The user table with these members, the last registered first. */
async function openTable(query = '') {
  return openPage(`/admin${query}`, {
    as: async (portal) => {
      for (const fullName of names) await registerPerson(portal, { fullName });
      return administrator(portal);
    },
  });
}

async function rows(): Promise<HTMLElement[]> {
  const table = await screen.findByRole('table', { name: /./ });
  return within(table)
    .queryAllByRole('row')
    .filter((row) => row.matches('[data-index]'));
}

function shownNames() {
  return [...document.querySelectorAll('[data-index] [data-column=fullName]')].map(
    (cell) => names.find((name) => cell.textContent?.includes(name)) ?? cell.textContent,
  );
}

describe('the sign-in form', () => {
  it.each([
    ['a visitor', visitor],
    ['a member', member()],
  ])('is what %s sees', async (_, as) => {
    await openPage('/admin', { as });
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('rejects the valid credentials of a member, who stays signed out', async () => {
    const { portal, browser, fill, press } = await openPage('/admin');
    const { registration } = await registerPerson(portal);
    await fill({ Email: registration.email, Password: registration.password });
    await press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid credentials. Please check your email and password.',
    );
    expect((await browser.get('/api/session')).body).toEqual({ user: null });
  });
});

describe('the user table', () => {
  it('shows the members and their number', async () => {
    await openTable();
    await expect.poll(async () => (await rows()).length).toBe(3);
    expect(shownNames().toSorted()).toEqual(names.toSorted());
    await screen.findByText(/^3 users?$/);
  });

  it('shows a member who registers while it is open', async () => {
    const { portal } = await openTable();
    await expect.poll(shownNames).toHaveLength(3);
    await registerPerson(portal, { fullName: 'Kiran Das' });
    await expect.poll(() => document.body.textContent).toContain('Kiran Das');
  });

  it('forgets the selection when the filter changes, so that no action reaches members out of sight', async () => {
    const { user, press } = await openTable();
    await press('Select');
    const [first] = await screen.findAllByRole('checkbox', {
      name: /^Select Asha Rao|^Select Ravi Iyer|^Select Meera Nair/,
    });
    await user.click(first as HTMLElement);
    await screen.findByText('1 member selected');
    await user.type(screen.getByLabelText(/^Search by name/), 'Meera');
    await expect.poll(shownNames).toEqual(['Meera Nair']);
    await expect.poll(() => screen.queryByText('1 member selected')).toBeNull();
  });
});

describe('removing several members', () => {
  it('asks for their number, and removes them together', async () => {
    const { portal, user, press, fill } = await openTable();
    await press('Select');
    for (const name of ['Asha Rao', 'Ravi Iyer'])
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await press('Remove');
    await screen.findByRole('heading', { name: 'Remove 2 members?' });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove for good' });
    await fill({ 'Type 2 to confirm': '3' });
    expect(button.disabled).toBe(true);
    await fill({ 'Type 2 to confirm': '2' });
    await press('Remove for good');
    await screen.findByText('2 members were removed.');
    await expect.poll(() => shownNames()).toEqual(['Meera Nair']);
    const left = await portal.store.db.selectFrom('members').select('fullName').execute();
    expect(left).toEqual([{ fullName: 'Meera Nair' }]);
  });
});
