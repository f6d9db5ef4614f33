import { describe, expect, it } from 'vitest';
import { memberPage } from '#domain/member-list.ts';
import { administrator, memberLinks, openPage, type Page, screen, textsOf } from '#tests/pages/page.ts';
import { seedMembers } from '../../../scripts/seed-members.ts';

/** Labels of the filters, and the API's names for them. */
const filters = {
  Track: 'track',
  Year: 'year',
  Department: 'department',
  'Steps done': 'step',
  Submission: 'submitted',
  Reviewed: 'reviewed',
  Graded: 'graded',
};

describe.each([
  { path: '/admin', of: '', firstSort: 'createdAt' },
  { path: '/admin-dashboard', of: 'submitted=true&', firstSort: 'submittedAt' },
])('the address of $path', ({ path, of, firstSort }) => {
  async function openList(): Promise<Page> {
    const page = await openPage(path, {
      as: async (portal) => {
        await seedMembers(portal.store, 30);
        return administrator(portal);
      },
    });
    await page.press('Add filter');
    await screen.findByLabelText('Sort by');
    return page;
  }

  const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
  const shown = () => textsOf(memberLinks().slice(0, 8));

  /** The first names that the API answers a query with. */
  async function ask({ browser }: Page, query: string): Promise<string[]> {
    const { members } = memberPage.parse((await browser.get(`/api/admin/members?${of}${query}`)).body);
    return members.slice(0, 8).map(({ fullName }) => fullName);
  }

  it('has each filter', async () => {
    const page = await openList();
    for (const [label, name] of Object.entries(filters)) {
      if (of && name === 'submitted') continue;
      await page.user.selectOptions(select('Filter by'), label);
      let [value, query, names] = ['', '', [] as string[]];
      // Not every option has members.
      for (const option of [...select(label).options].slice(1).toReversed()) {
        value = option.value;
        query = new URLSearchParams({ [name]: value }).toString();
        names = await ask(page, `${query}&sort=${firstSort}&dir=desc`);
        if (names.length > 0) break;
      }
      expect(names, label).not.toEqual([]);
      await page.user.selectOptions(select(label), value);
      await expect.poll(page.address).toBe(`${path}?${query}`);
      await expect.poll(shown).toEqual(names);
      await page.press('Clear all');
      await expect.poll(page.address).toBe(path);
    }
  });

  it('has two changes of the same moment', async () => {
    const { address } = await openList();
    for (const [label, value] of [
      ['Sort by', 'step'],
      ['Order', 'asc'],
    ] as const) {
      select(label).value = value;
      select(label).dispatchEvent(new Event('change', { bubbles: true }));
    }
    await expect.poll(address).toMatch(/\?(?=.*sort=step)(?=.*dir=asc)/);
  });
});
