import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { newChangesCap } from '#domain/admin.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { type Failure, type Network, refusal, unavailable } from '#tests/pages/network.ts';
import {
  administrator,
  administratorOf,
  memberLinks,
  openPage,
  screen,
  takePageClock,
  textsOf,
} from '#tests/pages/page.ts';

const githubLink = 'https://github.com/asha-rao/events-board';
const refused: Failure = () => refusal(403, 'NOT_ALLOWED', 'Only the administrator may do this.');
const loadFailed = 'Failed to load user data. Please check your admin permissions.';

const at = (minute: number) => new Date(Date.UTC(2026, 8, 1, 9, minute)).toISOString();
const withSubmissions = administratorOf(
  submittedRecord({ uid: 'a', fullName: 'Asha Rao', githubLink, submittedAt: at(1) }),
  submittedRecord({ uid: 'b', fullName: 'Bina Rao', submittedAt: at(2), submissionReviewed: true }),
  newRecord({ uid: 'c', fullName: 'Chitra Rao' }),
);

const names = () => textsOf(memberLinks()).map((name) => name?.trim());
const region = (name: string) => within(screen.getByRole('region', { name }));

it('is where the administrator starts', async () => {
  const { address, press } = await openPage('/', { as: administrator });
  expect(address()).toBe('/admin-dashboard');
  await press('Sign Out');
  await expect.poll(address).toBe('/login');
});

it('counts members by the steps that they have done, whichever these are', async () => {
  const skipped = { taskCompleted: false, taskCompletedAt: null };
  await openPage('/admin-dashboard', {
    as: administratorOf(
      newRecord(),
      submittedRecord({ submissionReviewed: true }),
      // A review is no fourth step where the task was never marked as done.
      submittedRecord({ submissionReviewed: true, ...skipped }),
    ),
  });
  const table = within(await screen.findByRole('table', { name: 'Members by steps done' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(
    rows.map((row) => [row.querySelector('th')?.innerText, row.querySelector('td')?.textContent]),
  ).toEqual([
    ['1 of 4', '1'],
    ['2 of 4', '0'],
    ['3 of 4', '1'],
    ['4 of 4', '1'],
  ]);
});

it('filters submissions by tab, and the numbers on the tabs follow the search', async () => {
  const { user, address, browser } = await openPage('/admin-dashboard', { as: withSubmissions });
  const asked = vi.spyOn(browser, 'fetch');
  const tabs = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  await expect.poll(tabs).toEqual(['All 2', 'To review 1', 'Reviewed 1', 'Graded 0']);
  await user.click(screen.getByRole('radio', { name: /^Graded/ }));
  await expect.poll(names).toEqual([]);
  // The tabs count the submissions of the search, whichever of them is open.
  expect(asked.mock.calls.filter(([path]) => /submission-counts.*graded/.test(path))).toEqual([]);
  await user.click(screen.getByRole('radio', { name: /^To review/ }));
  await expect.poll(names).toEqual(['Asha Rao']);
  expect(address()).toBe('/admin-dashboard?reviewed=false');
  expect(memberLinks()[0]?.getAttribute('href')).toMatch(/[?&]reviewed=false/);
  await user.type(screen.getByLabelText(/^Search/), 'bina');
  await expect.poll(tabs).toEqual(['All 1', 'To review 0', 'Reviewed 1', 'Graded 0']);
  await user.click(screen.getByRole('radio', { name: /^All/ }));
  await expect.poll(names).toEqual(['Bina Rao']);
  // The desk has the same queue.
  await user.click(memberLinks()[0] as HTMLElement);
  await expect.poll(address).toMatch(/^\/admin\/review\?.*\bq=bina/);
});

it('leads to sign-in when an undo finds that the session has ended, although the stream is silent', async () => {
  const { browser, network, press, address } = await openPage('/admin-dashboard', { as: withSubmissions });
  await saveReview(browser, 'a', { submissionReviewed: true });
  network.fail('GET /api/session', () => Response.json({ user: null }));
  network.fail('POST /api/admin/changes/*', () => refusal(401, 'SIGN_IN_REQUIRED', 'Sign in first.'));
  await press(/^Undo/);
  await expect.poll(address).toMatch(/^\/login/);
});

it('shows why nothing could be loaded, on the Database Status card too', async () => {
  const { network, press } = await openPage('/admin-dashboard', {
    as: withSubmissions,
    prepare: (network) => network.fail('GET /api/admin/members', refused),
  });
  await screen.findByText('Unable to load users');
  const status = region('Database Status');
  await expect.poll(() => status.queryAllByRole('listitem')).toEqual([]);
  await status.findByText(loadFailed);
  network.release('GET /api/admin/members');
  await press('Try again');
  await expect.poll(names).toEqual(['Bina Rao', 'Asha Rao']);
  await expect.poll(() => status.queryAllByRole('listitem').length).toBe(3);
});

it.each([
  ['everything that failed for some seconds', ['summary', 'members', 'changes']],
  ['the figures alone', ['summary']],
])('fetches %s again by itself', async (_, failing) => {
  const clock = takePageClock();
  const fail = (network: Network) => {
    for (const part of failing) network.fail(`GET /api/admin/${part}`, unavailable);
  };
  const { network } = await openPage('/admin-dashboard', { as: withSubmissions, bare: true, prepare: fail });
  const figures = () => screen.queryByRole('list', { name: 'Figures' })?.textContent;
  await screen.findByText('The figures couldn’t be loaded.');
  // They would say that the system is active.
  expect(figures()).toBeUndefined();
  await region('Database Status').findByText(loadFailed);
  for (const part of failing) network.release(`GET /api/admin/${part}`);
  await clock.pass(20_000);
  await expect.poll(figures).toMatch(/Total.*3/);
  await expect.poll(names).toEqual(['Bina Rao', 'Asha Rao']);
  await expect.poll(() => region('Database Status').queryByText(loadFailed)).toBeNull();
});

it('shows that it is not live, beside the data', async () => {
  const { network } = await openPage('/admin-dashboard', {
    as: withSubmissions,
    prepare: (network) => network.fail('GET /api/admin/events', refused),
  });
  await screen.findByText('Not live');
  await region('Database Status').findByText('Failed to access user data. Please check database rules.');
  await expect.poll(names).toEqual(['Bina Rao', 'Asha Rao']);
  network.release('GET /api/admin/events');
});

describe('reviews from the list', () => {
  const box = (mark: string, name: string) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${mark}: ${name}`) });

  it('are seen on another page, and undone from the list of changes', async () => {
    const { user, browser } = await openPage('/admin-dashboard', { as: withSubmissions });
    await expect.poll(names).toHaveLength(2);
    await screen.findByText('Live');
    await user.click(box('Reviewed', 'Asha Rao'));
    await expect.poll(() => box('Reviewed', 'Asha Rao').checked).toBe(true);
    const undo = await screen.findByRole('button', { name: /^Undo: Asha Rao, Review changed/ });
    await user.click(undo);
    await expect.poll(() => box('Reviewed', 'Asha Rao').checked).toBe(false);
    const read = async () => (await browser.get('/api/admin/members/a')).body;
    await expect.poll(read).toMatchObject({ submissionReviewed: false });
    await screen.findByText('by the administrator (undone)');
  });

  it('are made for many together, stay in sight, and are undone together', async () => {
    const people = ['Member x', 'Member y', 'Member z'];
    const { user, press } = await openPage('/admin-dashboard?reviewed=false', {
      as: administratorOf(...people.map((fullName) => submittedRecord({ fullName }))),
    });
    await expect.poll(names).toHaveLength(3);
    await press('Select');
    for (const name of people) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await press('Mark reviewed');
    await screen.findByText('3 submissions marked as reviewed.');
    await screen.findByText('0 submissions match');
    expect(box('Reviewed', 'Member y').checked).toBe(true);
    await press('Undo');
    await screen.findByText('3 submissions match');
    await expect.poll(() => box('Reviewed', 'Member y').checked).toBe(false);
  });
});

describe('recent changes', () => {
  it('are new until their list has been in sight for three seconds', async () => {
    const clock = takePageClock();
    let see: ((isInSight: boolean) => void) | undefined;
    function Observer(seen: (entries: { isIntersecting: boolean }[]) => void) {
      return {
        observe(list: HTMLElement) {
          if (list.textContent?.includes('Recent changes'))
            see = (isIntersecting) => seen([{ isIntersecting }]);
        },
        disconnect() {},
      };
    }
    const { portal, network, reload } = await openPage('/admin-dashboard', {
      as: withSubmissions,
      prepare: () => vi.stubGlobal('IntersectionObserver', Observer),
    });
    await expect.poll(() => see).toBeDefined();
    async function look(milliseconds: number) {
      see?.(true);
      await clock.pass(milliseconds);
      see?.(false);
      await clock.pass(3_000);
      return network.count('PUT /api/admin/visit');
    }
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    expect(await look(1_000)).toBe(0);
    visibility.mockReturnValue('hidden');
    expect(await look(3_000)).toBe(0);
    visibility.mockReturnValue('visible');
    expect(await look(3_000)).toBe(1);
    expect(await look(3_000)).toBe(1);
    const again = await reload();
    await screen.findByText(/^Nothing new since your last visit on/);
    await expect.poll(() => region('Recent changes').queryAllByRole('listitem')).not.toEqual([]);
    expect(screen.queryByText('New')).toBeNull();
    const records = Array.from({ length: newChangesCap - 1 }, () => newRecord());
    await addRecords(portal.store, records);
    await again.reload();
    await screen.findByText(/^999 new since your last visit on/);
    await addRecords(portal.store, [newRecord()]);
    const { press } = await again.reload();
    await screen.findByText(/^1,000\+ new since your last visit on/);
    const shown = () => region('Recent changes').getAllByRole('listitem').length;
    await expect.poll(shown).toBe(30);
    expect(screen.getAllByText('New')).toHaveLength(30);
    await press('Show more');
    await expect.poll(shown).toBe(60);
  });

  it('lead to the members who are there, and say how long ago they were', async () => {
    const clock = takePageClock();
    const { browser } = await openPage('/admin-dashboard', { as: withSubmissions });
    await browser.send('DELETE', '/api/admin/members/c', { body: { confirm: 'Chitra Rao' } });
    const changes = region('Recent changes');
    await expect.poll(() => changes.queryAllByText('A former member')).not.toEqual([]);
    changes.getByRole('link', { name: 'Asha Rao' });
    expect(changes.queryByRole('link', { name: 'A former member' })).toBeNull();
    await clock.pass(60_000);
    await expect.poll(() => changes.queryAllByText('1 minute ago')).not.toEqual([]);
  });
});

it('says that there is a problem, and what is wrong with the database, until it is mended', async () => {
  const clock = takePageClock();
  const problem = { group: 'Database', label: 'Saving', value: 'Fails' };
  const { network } = await openPage('/admin-dashboard', {
    as: administrator,
    prepare: ({ fail }) =>
      void fail('GET /api/diagnostics/problems', () => Response.json({ problems: [problem] })),
  });
  const link = await screen.findByRole('link', { name: 'Problem' });
  expect(link.getAttribute('href')).toBe('/admin/health');
  await screen.findByText('Saving: Fails');
  region('Database Status').getByText('Saving: Fails');
  network.release('GET /api/diagnostics/problems');
  await clock.pass(61_000);
  await expect.poll(() => screen.queryByText('Active')).not.toBeNull();
  expect(region('Database Status').queryByText('Saving: Fails')).toBeNull();
});
