import type { Page } from '@playwright/test';
import {
  type MemberPage,
  type MemberSort,
  memberPage,
  memberSorts,
  sortDirections,
} from '#domain/member-list.ts';
import { memberNames } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';

// The tests of this file share one portal, which nothing else changes.
test.describe.configure({ timeout: 240_000 });

let portal: Portal;

test.beforeAll(async () => {
  portal = await startPortal();
  await withStore(portal, (store) => seedMembers(store, 80));
});

test.afterAll(() => portal.discard());

/** Accessible names of the filter fields, and the API's names for them. */
const filters = {
  Track: 'track',
  Year: 'year',
  Department: 'department',
  'Steps done': 'step',
  Submission: 'submitted',
  Reviewed: 'reviewed',
  Graded: 'graded',
} as const;
type Filter = keyof typeof filters;

/** The filters of a view. */
interface Narrowing {
  q?: string;
  filters?: Partial<Record<Filter, string>>;
}

interface Table {
  path: string;
  label: string;
  nouns: readonly [one: string, many: string];
  /** The API query for the unfiltered list. */
  of: string;
  sorts: readonly MemberSort[];
  /** The column that the list is sorted by if the URL names none. */
  firstSort: MemberSort;
  /** Each is tested once, together with one of the orders. */
  narrowings: readonly Narrowing[];
  /** A column shown by default, and one that is not. */
  columns: { off: string; on: string; headings: readonly string[] };
}

const searches = [{ q: 'PRIYA' }, { q: 'member7' }, { q: '1sd24' }];
const both: Narrowing[] = [
  { filters: { Track: 'web' } },
  { filters: { Year: '3' } },
  { filters: { Department: 'Civil Engineering' } },
  { filters: { 'Steps done': '4' } },
  { filters: { Reviewed: 'true' } },
  { filters: { Reviewed: 'false' } },
  { filters: { Graded: 'true' } },
  { filters: { Graded: 'false' } },
];

const tables: Table[] = [
  {
    path: '/admin',
    label: 'Users',
    nouns: ['user', 'users'],
    of: '',
    sorts: memberSorts,
    firstSort: 'createdAt',
    narrowings: [
      ...searches,
      ...both,
      { filters: { Track: 'none' } },
      { filters: { Submission: 'true' } },
      { filters: { Submission: 'false' } },
      { filters: { 'Steps done': '2' } },
      { q: 'member', filters: { Track: 'ml', Year: '2' } },
    ],
    columns: {
      off: 'Department',
      on: 'Steps Done',
      headings: ['Full Name', 'Email', 'Year', 'Student ID', 'Contact', 'Development Track', 'Steps Done'],
    },
  },
  {
    path: '/admin-dashboard',
    label: 'Project Submissions',
    nouns: ['submission', 'submissions'],
    of: 'submitted=true',
    // The other values use the same field.
    sorts: [
      'fullName',
      'email',
      'submittedAt',
      'createdAt',
      'yearOfStudy',
      'developmentTrack',
      'step',
      'githubLink',
      'submissionReviewed',
      'graded',
    ],
    firstSort: 'submittedAt',
    narrowings: [...searches, ...both, { q: 'member', filters: { Reviewed: 'false', Year: '1' } }],
    columns: {
      off: 'Email',
      on: 'Student ID',
      headings: ['Name', 'Track', 'GitHub Link', 'Submitted', 'Reviewed', 'Graded', 'Student ID'],
    },
  },
];

for (const table of tables) {
  test(`each search, filter, order and choice of columns of ${table.path} can be bookmarked`, async ({
    page,
    newPage,
  }) => {
    // The same administrator in another browser sees only what is in the URL.
    const other = await newPage();
    for (const at of [page, other]) await signedInAdmin(at, portal);
    await page.goto(`${portal.url}${table.path}`);
    await expect(memberNames(page).first()).toBeVisible();
    const all = (await answerOf(page, table, '')).total ?? 0;
    await page.getByRole('button', { name: /^Filters/ }).click();

    // Every column in one direction first, so that each is opened as a bookmark at least once.
    const orders = sortDirections.flatMap((dir) => table.sorts.map((sort) => ({ sort, dir })));
    expect(orders.length).toBeGreaterThanOrEqual(table.narrowings.length);
    expect(table.narrowings.length).toBeGreaterThan(table.sorts.length);
    for (const [index, { sort, dir }] of orders.entries()) {
      const narrowing = table.narrowings[index] ?? {};
      await test.step(`${sort} ${dir} ${JSON.stringify(narrowing)}`, async () => {
        await narrow(page, narrowing);
        await order(page, table, sort, dir);
        const query = new URLSearchParams({ sort, dir, ...asked(narrowing) });
        const answer = await answerOf(page, table, query.toString());
        if (index < table.narrowings.length) {
          expect(answer.total).toBeGreaterThan(0);
          expect(answer.total).toBeLessThan(all);
        }
        await expectView(page, table, answer, narrowing, { sort, dir });
        // The search is debounced, and its result may look like the list before.
        const searched = () => new URL(page.url()).searchParams.get('q') ?? '';
        await expect.poll(searched).toBe(narrowing.q ?? '');
        await expect.poll(() => orderIn(page.url(), table)).toEqual({ sort, dir });
        // Opening a page costs much of a step. The remaining views are the same columns in the other direction.
        if (index >= table.narrowings.length) return;
        await other.goto(page.url(), { waitUntil: 'commit' });
        await other.getByRole('button', { name: /^Filters/ }).click();
        await expectView(other, table, answer, narrowing, { sort, dir });
      });
    }

    await test.step('columns', async () => {
      const { on, off, headings } = table.columns;
      await page.getByRole('button', { name: 'Columns' }).click();
      const choice = page.getByRole('group', { name: 'Columns to show' });
      await choice.getByLabel(off, { exact: true }).uncheck();
      await choice.getByLabel(on, { exact: true }).check();
      const expected = headings.map((heading) => new RegExp(`^${heading}`));
      await expect(headingsOf(page, table)).toHaveText(expected);
      await other.goto(page.url());
      await expect(headingsOf(other, table)).toHaveText(expected);
    });
  });
}

function asked({ q, filters: set = {} }: Narrowing): Record<string, string> {
  const named = Object.entries(set).map(([label, value]) => [filters[label as Filter], value]);
  return { ...(q && { q }), ...Object.fromEntries(named) };
}

/** The order that a URL names; both lists begin with the newest. */
function orderIn(url: string, { firstSort }: Table): { sort: string; dir: string } {
  const { searchParams } = new URL(url);
  return { sort: searchParams.get('sort') ?? firstSort, dir: searchParams.get('dir') ?? 'desc' };
}

/** The API's response for a view, which both pages must show. */
async function answerOf(page: Page, { of }: Table, query: string): Promise<MemberPage> {
  const ask = async (path: string): Promise<unknown> => (await fetch(path)).json();
  return memberPage.parse(await page.evaluate(ask, `/api/admin/members?${of}&${query}`));
}

function fieldNamed(page: Page, label: string) {
  return page.getByRole('combobox', { name: label, exact: true });
}

function headingsOf(page: Page, { label }: Table) {
  return page.getByRole('table', { name: label }).getByRole('columnheader');
}

function labelsOf({ of }: Table): Filter[] {
  return (Object.keys(filters) as Filter[]).filter((label) => !(of && label === 'Submission'));
}

async function narrow(page: Page, { q = '', filters: set = {} }: Narrowing): Promise<void> {
  const clear = page.getByRole('button', { name: 'Clear all' });
  if (await clear.isVisible()) await clear.click();
  await page.getByRole('textbox', { name: /^Search/ }).fill(q);
  for (const [label, value] of Object.entries(set)) await fieldNamed(page, label).selectOption(value);
}

/** Sorts by the column's heading if there is one, otherwise by the sort field. */
async function order(page: Page, table: Table, sort: string, dir: string): Promise<void> {
  const label = await fieldNamed(page, 'Sort by').locator(`option[value=${sort}]`).innerText();
  const heading = headingsOf(page, table).filter({ hasText: new RegExp(`^${label}`) });
  if (!(await heading.isVisible())) {
    await fieldNamed(page, 'Sort by').selectOption(sort);
    await fieldNamed(page, 'Order').selectOption(dir);
    return;
  }
  const wanted = dir === 'asc' ? 'ascending' : 'descending';
  while ((await heading.getAttribute('aria-sort')) !== wanted) {
    const before = await heading.getAttribute('aria-sort');
    await heading.getByRole('button').click();
    await expect.poll(() => heading.getAttribute('aria-sort')).not.toBe(before);
  }
}

async function expectView(
  page: Page,
  table: Table,
  { total, members }: MemberPage,
  { q = '', filters: set = {} }: Narrowing,
  { sort, dir }: { sort: string; dir: string },
): Promise<void> {
  const [one, many] = table.nouns;
  const narrowed = q || Object.keys(set).length > 0;
  const count = `${total} ${total === 1 ? one : many}${narrowed ? (total === 1 ? ' matches' : ' match') : ''}`;
  await expect(page.getByText(count, { exact: true })).toBeVisible();
  const names = members.slice(0, 8).map((member) => member.fullName);
  await expect.poll(async () => (await memberNames(page).allInnerTexts()).slice(0, 8)).toEqual(names);
  await expect(page.getByRole('textbox', { name: /^Search/ })).toHaveValue(q);
  for (const label of labelsOf(table)) await expect(fieldNamed(page, label)).toHaveValue(set[label] ?? '');
  await expect(fieldNamed(page, 'Sort by')).toHaveValue(sort);
  await expect(fieldNamed(page, 'Order')).toHaveValue(dir);
}

test('two changes at the same moment both count', async ({ page }) => {
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/admin`);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(fieldNamed(page, 'Order')).toHaveValue('desc');
  await page.evaluate(`for (const value of ['step', 'asc']) {
    const option = document.querySelector('select option[value="' + value + '"]');
    const select = option.closest('select');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
  await expect(fieldNamed(page, 'Sort by')).toHaveValue('step');
  await expect(fieldNamed(page, 'Order')).toHaveValue('asc');
  await expect(page).toHaveURL(/\?(?=.*sort=step)(?=.*dir=asc)/);
});
