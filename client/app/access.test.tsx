import { expect, it } from 'vitest';
import { type Page, pages } from '#domain/pages.ts';
import { signInReviewer, type TestApp } from '#tests/helpers/app.ts';
import { administrator, member, openPage, type Role, screen } from '#tests/pages/page.ts';

const staffPages = pages.filter(
  ({ audience = 'member', opensFor }: Page) => audience !== 'member' && opensFor === 'signed-in',
);
const denied = [
  ...staffPages.map(({ path }) => ['a member', path, member()] as const),
  ...staffPages
    .filter(({ audience }: Page) => audience === 'administrator')
    .map(({ path }) => ['a reviewer', path, (to: TestApp) => signInReviewer(to)] as const),
];

it.each(denied)('%s is denied %s, which asks for none of its data', async (_name, path, as) => {
  const { address, network } = await openPage(path.replace(/:\w+/, 'somebody'), { as: as as Role });
  await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
  expect(address()).toBe(path.replace(/:\w+/, 'somebody'));
  expect(network.requests.filter((request) => /\/api\/(admin|diagnostics)/.test(request))).toEqual([]);
});

it.each([
  ['the administrator', administrator, 'Inbox', 'Timeline'],
  ['a member', member(), 'Timeline', 'Inbox'],
  ['a reviewer', (to: TestApp) => signInReviewer(to), 'Review', 'Inbox'],
] as const)('an address without a page has the frame of %s', async (_name, as, link, other) => {
  await openPage('/no-such-page', { as: as as Role });
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  await screen.findByRole('link', { name: link });
  expect(screen.queryByRole('link', { name: other })).toBeNull();
});
