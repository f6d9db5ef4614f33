import { button, fill, hold, press, refuse, refused, see, seeAlert, seeHeading, seeLive } from '../acts.ts';
import { administrator, trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** Index of a row that no other state reviews. */
let reviewed = 0;

/** Signing in as the administrator, and the list of users. */
export const adminUserStates: readonly ScreenState[] = [
  { name: 'admin-sign-in', path: '/admin', reach: (page) => seeHeading(page, 'Admin Portal') },
  {
    name: 'admin-sign-in-refused',
    after: 'admin-sign-in',
    path: '/admin',
    complaints: refused,
    reach: async (page) => {
      await fill(page, { Email: 'nobody@students.example', Password: 'not-the-password' });
      await press(page, 'Sign In');
      await seeAlert(page);
    },
  },
  {
    name: 'admin-sign-in-member',
    path: '/admin',
    as: trackChosen,
    reach: (page) => see(page, /You’re signed in as/),
  },
  { name: 'admin-users', path: '/admin', ...administrator, reach: seeLive },
  {
    name: 'admin-users-nobody',
    path: '/admin',
    ...administrator,
    portal: 'nobody',
    reach: async (page) => {
      await see(page, /^No users found/);
      await seeLive(page);
    },
  },
  {
    name: 'admin-users-crowd',
    path: '/admin?sort=fullName&dir=asc',
    ...administrator,
    portal: 'crowd',
    reach: async (page) => {
      await seeLive(page);
      await page
        .getByRole('group', { name: 'Users table' })
        .evaluate((frame) => frame.scrollTo({ top: 900 }));
    },
  },
  {
    name: 'admin-users-filtered',
    path: '/admin?track=web',
    ...administrator,
    reach: async (page) => {
      await seeLive(page);
      await press(page, 'Filters (1)');
      await page.getByLabel('Steps done', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-users-columns',
    after: 'admin-users',
    path: '/admin',
    ...administrator,
    reach: async (page) => {
      await seeLive(page);
      await press(page, 'Columns');
      await page.getByRole('group', { name: 'Columns to show' }).waitFor();
    },
  },
  {
    name: 'admin-users-no-match',
    path: '/admin?q=nobody-of-this-name',
    ...administrator,
    reach: (page) => see(page, 'No users match'),
  },
  {
    name: 'admin-users-loading',
    path: '/admin',
    ...administrator,
    before: (page) => hold(page, /\/api\/admin\/members/),
    reach: (page) => seeHeading(page, 'User Management'),
  },
  {
    name: 'admin-users-not-loaded',
    path: '/admin',
    ...administrator,
    complaints: refused,
    before: (page) => refuse(page, /\/api\/admin\/members/),
    reach: (page) => see(page, 'Unable to load users'),
  },
  {
    name: 'admin-users-selected',
    after: 'admin-dashboard',
    cutOff: true,
    path: '/admin-dashboard',
    ...administrator,
    reach: async (page) => {
      await seeLive(page);
      await press(page, 'Select');
      for (const box of [1, 3])
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(box)
          .click();
      await see(page, '2 members selected');
    },
  },
  {
    name: 'admin-users-reviewed',
    cutOff: true,
    path: '/admin-dashboard?reviewed=false',
    ...administrator,
    portal: 'crowd',
    reach: async (page) => {
      await seeLive(page);
      await press(page, 'Select');
      reviewed += 1;
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(reviewed)
        .click();
      await press(page, 'Mark reviewed');
      await button(page, 'Dismiss').waitFor();
    },
  },
];
