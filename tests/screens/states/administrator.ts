import type { Page } from '@playwright/test';
import { answer, button, cut, fill, hold, press, see, seeAlert, seeHeading } from '../acts.ts';
import { trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const administrator = { as: 'administrator', portal: 'club' } as const;
const refusal = { code: 'NOT_ALLOWED', message: 'Only the administrator may do this.' };
const refused = /status of 40[0139]|net::ERR|status of 503/;

function live(page: Page): Promise<void> {
  return page
    .getByRole('status')
    .filter({ hasText: /^Live$/ })
    .first()
    .waitFor();
}

const dashboardStates: readonly ScreenState[] = [
  { name: 'admin-dashboard', path: '/admin-dashboard', ...administrator, reach: live },
  {
    name: 'admin-dashboard-nobody',
    path: '/admin-dashboard',
    ...administrator,
    portal: 'nobody',
    reach: async (page) => {
      await see(page, 'No project submissions yet.');
      await live(page);
    },
  },
  { name: 'admin-dashboard-crowd', path: '/admin-dashboard', ...administrator, portal: 'crowd', reach: live },
  {
    name: 'admin-dashboard-loading',
    path: '/admin-dashboard',
    ...administrator,
    before: (page) => hold(page, /\/api\/admin\/(summary|members|changes)/),
    reach: (page) => see(page, 'Loading...'),
  },
  {
    name: 'admin-dashboard-not-loaded',
    path: '/admin-dashboard',
    ...administrator,
    complaints: refused,
    before: (page) => answer(page, /\/api\/admin\/(summary|members|changes)/, 403, refusal),
    reach: (page) => see(page, 'Failed to load user data. Please check your admin permissions.'),
  },
  {
    name: 'admin-dashboard-not-live',
    path: '/admin-dashboard',
    ...administrator,
    complaints: refused,
    before: (page) => answer(page, '**/api/admin/events*', 403, refusal),
    reach: (page) => see(page, 'Not live'),
  },
  {
    name: 'admin-dashboard-menu',
    path: '/admin-dashboard',
    ...administrator,
    phoneOnly: true,
    reach: async (page) => {
      await live(page);
      await press(page, 'Open menu');
      await button(page, 'Sign Out').waitFor();
    },
  },
  {
    name: 'admin-dashboard-denied',
    path: '/admin-dashboard',
    as: trackChosen,
    reach: (page) => seeHeading(page, 'Access Denied'),
  },
  {
    name: 'admin-dashboard-review-failed',
    cutOff: true,
    path: '/admin-dashboard',
    ...administrator,
    complaints: refused,
    before: (page) =>
      page.route(/\/api\/admin\/members\/.*review/, (route) =>
        route.fulfill({
          status: 409,
          json: { code: 'NO_SUBMISSION', message: 'This member has not submitted a project.' },
        }),
      ),
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Graded:/ })
        .first()
        .click();
      await button(page, 'Dismiss').waitFor();
    },
  },
];

/** Index of a row that no other state reviews. */
let reviewed = 0;

const userStates: readonly ScreenState[] = [
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
    reach: (page) => see(page, /You are signed in as/),
  },
  { name: 'admin-users', path: '/admin', ...administrator, reach: live },
  {
    name: 'admin-users-nobody',
    path: '/admin',
    ...administrator,
    portal: 'nobody',
    reach: async (page) => {
      await see(page, /^No users found/);
      await live(page);
    },
  },
  {
    name: 'admin-users-crowd',
    path: '/admin?sort=fullName&dir=asc',
    ...administrator,
    portal: 'crowd',
    reach: async (page) => {
      await live(page);
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
      await live(page);
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
      await live(page);
      await press(page, 'Columns');
      await page.getByRole('group', { name: 'Columns to show' }).waitFor();
    },
  },
  {
    name: 'admin-users-details',
    path: '/admin?q=Asha',
    ...administrator,
    reach: async (page) => {
      await page.getByRole('link', { name: 'Asha Rao', exact: true }).click();
      await page.getByRole('dialog').getByText('History').waitFor();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'admin-users-details-long',
    path: '/admin?q=Venkata',
    ...administrator,
    reach: async (page) => {
      await page.getByRole('link', { name: /^Venkata/ }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
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
    before: (page) => answer(page, /\/api\/admin\/members/, 403, refusal),
    reach: (page) => see(page, 'Unable to load users'),
  },
  {
    name: 'admin-users-selected',
    after: 'admin-dashboard',
    cutOff: true,
    path: '/admin-dashboard',
    ...administrator,
    reach: async (page) => {
      await live(page);
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
      await live(page);
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

const inboxStates: readonly ScreenState[] = [
  {
    name: 'inbox',
    path: '/admin/inbox',
    ...administrator,
    reach: (page) => page.getByRole('list', { name: 'Messages' }).waitFor(),
  },
  {
    name: 'inbox-message',
    path: '/admin/inbox?q=timetable',
    ...administrator,
    reach: async (page) => {
      await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click();
      await page.getByRole('article').getByRole('heading').waitFor();
    },
  },
  {
    name: 'inbox-selecting',
    after: 'inbox',
    path: '/admin/inbox',
    ...administrator,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Select messages' }).click();
      await page
        .getByRole('checkbox', { name: /^Select the message/ })
        .first()
        .check();
    },
  },
  {
    name: 'inbox-message-long',
    path: '/admin/inbox',
    ...administrator,
    reach: async (page) => {
      await page
        .getByRole('list', { name: 'Messages' })
        .getByRole('link', { name: /Venkata/ })
        .click();
      await page.getByRole('article').getByRole('heading').waitFor();
    },
  },
  {
    name: 'inbox-empty',
    path: '/admin/inbox',
    ...administrator,
    portal: 'nobody',
    reach: (page) => page.getByRole('heading', { level: 2 }).waitFor(),
  },
  {
    name: 'inbox-no-match',
    path: '/admin/inbox?q=no-such-message',
    ...administrator,
    reach: (page) => see(page, 'No message matches'),
  },
  {
    name: 'inbox-not-loaded',
    path: '/admin/inbox',
    ...administrator,
    complaints: refused,
    before: (page) => cut(page, /\/api\/admin\/form-submissions\?/),
    reach: (page) => seeAlert(page),
  },
  {
    name: 'inbox-loading',
    path: '/admin/inbox',
    ...administrator,
    before: (page) => hold(page, /\/api\/admin\/form-submissions\?/),
    reach: (page) => seeHeading(page, 'Inbox'),
  },
];

/** The administrator's dashboard, users and inbox. */
export const administratorStates: readonly ScreenState[] = [
  ...dashboardStates,
  ...userStates,
  ...inboxStates,
];
