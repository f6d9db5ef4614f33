import { press, seeHeading, seeLive } from '../acts.ts';
import { administrator } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** Signing in as the administrator, and the list of users. */
export const adminUserStates: readonly ScreenState[] = [
  {
    name: 'admin-sign-in',
    isRecorded: true,
    path: '/admin',
    reach: (page) => seeHeading(page, 'Admin Portal'),
  },
  { name: 'admin-users', isRecorded: true, path: '/admin', ...administrator, reach: seeLive },
  {
    name: 'admin-users-filtered',
    path: '/admin?track=web',
    ...administrator,
    reach: async (page) => {
      await seeLive(page);
      await press(page, 'Add filter');
      await page.getByLabel('Filter by').selectOption('Steps done');
      await page.getByLabel('Steps done', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-users-columns',
    after: 'admin-users',
    reach: async (page) => {
      await press(page, 'Columns');
      await page.getByRole('group', { name: 'Columns to show' }).waitFor();
    },
  },
  {
    name: 'admin-users-no-match',
    path: '/admin?q=nobody-of-this-name',
    ...administrator,
    shows: 'No users match',
  },
  {
    name: 'admin-users-selected',
    after: 'admin-dashboard',
    cutOff: true,
    reach: async (page) => {
      await press(page, 'Select');
      for (const box of [1, 3])
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(box)
          .click();
    },
    shows: '2 members selected',
  },
];
