import { button, hold, press, refuse, refused, see, seeHeading, seeLive } from '../acts.ts';
import { administrator, trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** The administrator's dashboard. */
export const adminDashboardStates: readonly ScreenState[] = [
  { name: 'admin-dashboard', path: '/admin-dashboard', ...administrator, hasFrame: true, reach: seeLive },
  {
    name: 'admin-dashboard-commands',
    path: '/admin-dashboard',
    ...administrator,
    async reach(page) {
      await seeLive(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill('rao');
      await page.getByRole('option', { name: /^Asha Rao/ }).waitFor();
    },
  },
  {
    name: 'admin-dashboard-nobody',
    path: '/admin-dashboard',
    ...administrator,
    portal: 'nobody',
    reach: async (page) => {
      await see(page, 'No project submissions yet.');
      await seeLive(page);
    },
  },
  {
    name: 'admin-dashboard-crowd',
    path: '/admin-dashboard',
    ...administrator,
    portal: 'crowd',
    reach: seeLive,
  },
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
    before: (page) => refuse(page, /\/api\/admin\/(summary|members|changes)/),
    reach: (page) => see(page, 'Failed to load user data. Please check your admin permissions.'),
  },
  {
    name: 'admin-dashboard-menu',
    hasFrame: true,
    path: '/admin-dashboard',
    ...administrator,
    phoneOnly: true,
    reach: async (page) => {
      await seeLive(page);
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
      page.route(/\/api\/admin\/reviews\//, (route) =>
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
