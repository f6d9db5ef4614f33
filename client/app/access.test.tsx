import { expect, it } from 'vitest';
import { type Page, pages } from '#domain/pages.ts';
import { member, openPage, screen } from '#tests/pages/page.ts';

const administratorsPages = pages.filter(
  ({ audience, opensFor }: Page) => audience === 'administrator' && opensFor === 'signed-in',
);

it.each(administratorsPages)(
  'a member is denied $path, which asks for none of its data',
  async ({ path }) => {
    const { address, network } = await openPage(path.replace(':uid', 'somebody'), { as: member() });
    await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
    expect(address()).toBe(path.replace(':uid', 'somebody'));
    expect(network.requests.filter((request) => /\/api\/(admin|diagnostics)/.test(request))).toEqual([]);
  },
);
