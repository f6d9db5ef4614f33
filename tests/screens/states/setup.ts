import type { SetupDefaults } from '#domain/setup.ts';
import { answer, seeAlert, seeHeading } from '../acts.ts';
import { administrator } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const defaults: SetupDefaults = {
  ...{ email: null, name: 'Software Development Club', shortName: 'SDC' },
  ...{ timeZone: 'Asia/Kolkata', mailServer: false },
};

/** The first run, and the mail server afterwards. */
export const setupStates: readonly ScreenState[] = [
  {
    name: 'setup',
    path: '/setup?token=made-up',
    before: (page) => answer(page, /\/api\/setup\/check$/, defaults),
    reach: (page) => seeHeading(page, 'Set up the portal'),
  },
  {
    name: 'setup-link-used',
    path: '/setup?token=made-up',
    complaints: /status of 400/,
    reach: seeAlert,
  },
  {
    name: 'settings-mail',
    path: '/admin/settings/mail',
    ...administrator,
    reach: (page) => page.getByLabel('Mail server').waitFor(),
  },
];
