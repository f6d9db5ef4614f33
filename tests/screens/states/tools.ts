import { press, see, seeAlert, seeHeading } from '../acts.ts';
import { administrator, beginner, trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** The task catalogue and the developer tools. */
export const toolStates: readonly ScreenState[] = [
  { name: 'tasks', path: '/tasks', ...administrator, reach: (page) => page.getByRole('tabpanel').waitFor() },
  {
    name: 'database-test',
    path: '/database-test',
    ...administrator,
    reach: async (page) => {
      await press(page, 'Test Users Read');
      await see(page, /^Users read successful!/);
    },
  },
  {
    name: 'database-test-refused',
    path: '/database-test',
    as: trackChosen,
    complaints: /status of 403/,
    reach: async (page) => {
      await press(page, 'Test Write');
      await seeAlert(page);
    },
  },
  {
    name: 'config-test',
    path: '/firebase-test',
    ...administrator,
    reach: async (page) => {
      await press(page, 'Check Config');
      await see(page, 'AUTH_SECRET');
    },
  },
  {
    name: 'config-test-auth',
    after: 'config-test',
    reach: async (page) => {
      await press(page, 'Test Auth');
      await see(page, /^Auth test successful!/);
    },
  },
  {
    name: 'data-recovery',
    path: '/data-recovery',
    as: trackChosen,
    reach: async (page) => {
      await press(page, 'Check My Data');
      await see(page, '1SD');
    },
  },
  {
    name: 'data-recovery-replace',
    after: 'data-recovery',
    complaints: /status of 409/,
    reach: async (page) => {
      await press(page, 'Create My Data');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'data-recovery-signed-out',
    path: '/data-recovery',
    reach: (page) => see(page, 'Please log in to use the data recovery tool'),
  },
  {
    name: 'migrate-users',
    path: '/migrate-users',
    as: beginner,
    reach: (page) => seeHeading(page, 'Migration Complete'),
  },
  {
    name: 'health',
    path: '/admin/health',
    ...administrator,
    reach: async (page) => {
      await press(page, 'Check the data');
      await page.getByRole('region', { name: 'Is the data intact?' }).getByText('Good').first().waitFor();
    },
  },
  {
    name: 'access',
    path: '/admin/access',
    ...administrator,
    reach: (page) => see(page, '/api/admin/summary'),
  },
];
