import { press } from '../acts.ts';
import { administrator, beginner, trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** The task catalogue and the developer tools. */
export const toolStates: readonly ScreenState[] = [
  {
    name: 'tasks',
    isRecorded: true,
    path: '/tasks',
    ...administrator,
    reach: (page) => page.getByRole('tabpanel').waitFor(),
  },
  {
    name: 'database-test',
    isRecorded: true,
    path: '/database-test',
    ...administrator,
    reach: (page) => press(page, 'Test Users Read'),
    shows: /^Users read successful!/,
  },
  {
    name: 'config-test',
    isRecorded: true,
    path: '/firebase-test',
    ...administrator,
    reach: (page) => press(page, 'Check Config'),
    shows: 'AUTH_SECRET',
  },
  {
    name: 'data-recovery',
    isRecorded: true,
    path: '/data-recovery',
    as: trackChosen,
    reach: (page) => press(page, 'Check My Data'),
    shows: '1SD',
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
    name: 'migrate-users',
    isRecorded: true,
    path: '/migrate-users',
    as: beginner,
    shows: 'Migration Complete',
  },
  {
    name: 'health',
    isRecorded: true,
    path: '/admin/health',
    ...administrator,
    reach: async (page) => {
      await press(page, 'Check the data');
      await page.getByRole('region', { name: 'Is the data intact?' }).getByText('Good').first().waitFor();
    },
  },
  { name: 'access', isRecorded: true, path: '/admin/access', ...administrator, shows: '/api/admin/summary' },
];
