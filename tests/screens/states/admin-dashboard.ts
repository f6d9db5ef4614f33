import { answer, button, press, refused, seeLive } from '../acts.ts';
import { administrator, trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const dashboard = { path: '/admin-dashboard', ...administrator } as const;
const records = /\/api\/admin\/(summary|members|changes)/;
const notAllowed = { code: 'NOT_ALLOWED', message: 'Only the administrator may do this.' };
const noSubmission = { code: 'NO_SUBMISSION', message: 'This member has not submitted a project.' };

/** The administrator's dashboard. */
export const adminDashboardStates: readonly ScreenState[] = [
  { name: 'admin-dashboard', isRecorded: true, ...dashboard, hasFrame: true, reach: seeLive },
  {
    name: 'admin-dashboard-commands',
    ...dashboard,
    async reach(page) {
      await seeLive(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill('rao');
      await page.getByRole('option', { name: /^Asha Rao/ }).waitFor();
    },
  },
  {
    name: 'admin-dashboard-not-loaded',
    ...dashboard,
    complaints: refused,
    before: (page) => answer(page, records, notAllowed, 403),
    shows: 'Failed to load user data. Please check your admin permissions.',
  },
  {
    name: 'admin-dashboard-menu',
    ...dashboard,
    phoneOnly: true,
    reach: async (page) => {
      await seeLive(page);
      await press(page, 'Open menu');
      await button(page, 'Sign Out').waitFor();
    },
  },
  { name: 'admin-dashboard-denied', path: '/admin-dashboard', as: trackChosen, shows: 'Access Denied' },
  {
    name: 'admin-dashboard-review-failed',
    cutOff: true,
    ...dashboard,
    complaints: refused,
    before: (page) => answer(page, /\/api\/admin\/reviews$/, noSubmission, 409),
    reach: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Graded:/ })
        .first()
        .click();
      await button(page, 'Dismiss').waitFor();
    },
  },
];
