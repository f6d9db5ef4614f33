import { expect, it } from 'vitest';
import { type Page, pages } from '#domain/pages.ts';
import { administrator, member, openPage, screen } from '#tests/pages/page.ts';

const administratorsPages = pages.filter(
  ({ audience, opensFor }: Page) => audience === 'administrator' && opensFor === 'signed-in',
);

it.each(administratorsPages)(
  'a member is denied $path, which asks for none of its data',
  async ({ path }) => {
    const { address, network } = await openPage(path.replace(/:\w+/, 'somebody'), { as: member() });
    await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
    expect(address()).toBe(path.replace(/:\w+/, 'somebody'));
    expect(network.requests.filter((request) => /\/api\/(admin|diagnostics)/.test(request))).toEqual([]);
  },
);

it.each([
  ['the administrator', administrator, 'Inbox', 'Timeline'],
  ['a member', member(), 'Timeline', 'Inbox'],
] as const)('an address without a page has the frame of %s', async (_name, as, link, other) => {
  await openPage('/no-such-page', { as });
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  await screen.findByRole('link', { name: link });
  expect(screen.queryByRole('link', { name: other })).toBeNull();
});
