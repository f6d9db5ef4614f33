import { answer, fill, press, see, seeAlert } from '../acts.ts';
import { administrator } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const part = (name: string) => ({ path: `/admin/settings/${name}`, ...administrator }) as const;

/** The settings. Nothing is saved: other states show the texts. */
export const settingsStates: readonly ScreenState[] = [
  { name: 'settings-club', ...part('club'), reach: (page) => see(page, 'As a student sees it') },
  {
    name: 'settings-refused',
    after: 'settings-club',
    complaints: /status of 400/,
    reach: async (page) => {
      await fill(page, { 'Short name': ' ' });
      await press(page, 'Save');
    },
    shows: 'Must not be empty',
  },
  { name: 'settings-tasks', ...part('tasks'), reach: (page) => see(page, 'As a student sees it') },
  {
    name: 'settings-registration',
    isRecorded: true,
    ...part('registration'),
    reach: (page) => see(page, 'As a student sees it'),
  },
  {
    name: 'settings-failed',
    ...part('registration'),
    complaints: /status of 503/,
    before: (page) =>
      answer(page, '**/api/admin/settings/registration', { code: 'UNAVAILABLE', message: 'Not now.' }, 503),
    reach: seeAlert,
  },
  { name: 'settings-dates', ...part('dates'), reach: (page) => see(page, 'As a student sees it') },
];
