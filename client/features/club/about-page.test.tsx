import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { openPage, screen } from '#tests/pages/page.ts';

it('names leaders and their roles, and a role alone while it has no name', async () => {
  const content = loadContent(contentFolder);
  const president = { ...content.club.president, name: 'Nila Bose' };
  await openPage('/about', { content: { ...content, club: { ...content.club, president } } });
  const leaders = within(await screen.findByRole('region', { name: 'Leadership' }));
  const [first, second] = leaders.getAllByRole('heading', { level: 3 });
  expect([first?.textContent, first?.nextElementSibling?.textContent]).toEqual(['Nila Bose', 'President']);
  expect(second?.textContent).toBe('Vice President');
  screen.getByText('President: Nila Bose');
});

it('shows a single open role, and no section without one', async () => {
  const content = loadContent(contentFolder);
  const { club } = content;
  const { about } = club;
  const open = (openRoles: typeof about.openRoles) =>
    openPage('/about', { content: { ...content, club: { ...club, about: { ...about, openRoles } } } });
  await open(about.openRoles.slice(0, 1));
  const roles = within(await screen.findByRole('region', { name: 'Open roles' }));
  expect(roles.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  await open([]);
  await screen.findByRole('region', { name: 'Leadership' });
  expect(screen.queryByRole('region', { name: 'Open roles' })).toBeNull();
});

it('leads a visitor to sign in before the contact page', async () => {
  const { user, address } = await openPage('/about');
  await user.click(await screen.findByRole('link', { name: 'Contact us' }));
  await expect.poll(address).toBe('/login?from=%2Fcontact');
});
