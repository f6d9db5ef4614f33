import type { Page } from '@playwright/test';
import { answer, fill, press, see, seeHeading } from '../acts.ts';
import { administrator } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const asha = { path: '/admin?q=Asha', ...administrator } as const;

/** The page of the first member of the list with such a name. */
async function openMember(page: Page, name: string | RegExp = 'Asha Rao'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await seeHeading(page, name);
  await see(page, 'Wrong passwords');
}

/** The administrator's page of one member. */
export const memberPageStates: readonly ScreenState[] = [
  {
    name: 'admin-member',
    ...asha,
    // A link that is made is a change, which other states would show.
    before: (page) =>
      answer(page, '**/reset-link', {
        url: 'https://club.example/reset-password?token=a-token',
        until: '2999-12-01T09:30:00.000Z',
      }),
    reach: openMember,
  },
  {
    name: 'admin-member-long',
    isRecorded: true,
    path: '/admin?q=Venkata',
    ...administrator,
    reach: (page) => openMember(page, /^Venkata/),
  },
  {
    name: 'admin-member-edit',
    isRecorded: true,
    after: 'admin-member-link',
    reach: async (page) => {
      await press(page, 'Edit details');
      await fill(page, { 'Email Address': 'not an address', Reason: 'Shown on the student card.' });
      await press(page, 'Save changes');
    },
    shows: 'Please enter a valid email address',
  },
  {
    name: 'admin-member-link',
    after: 'admin-member',
    reach: (page) => press(page, 'Copy a reset link'),
    shows: /It is shown only now/,
  },
  {
    name: 'admin-member-correct',
    ...asha,
    before: (page) =>
      answer(page, '**/api/admin/outcomes/*', {
        outcome: 'selected',
        released: true,
        sendsMail: true,
        correction: null,
      }),
    reach: async (page) => {
      await openMember(page);
      await press(page, 'Waitlisted');
    },
    shows: 'Selected → Waitlisted',
  },
  {
    name: 'admin-member-remove',
    ...asha,
    reach: async (page) => {
      await openMember(page);
      await press(page, 'Remove…');
    },
    shows: 'In the trash for 30 days, then gone',
  },
  {
    name: 'admin-member-missing',
    path: '/admin/members/nobody',
    ...administrator,
    complaints: /status of 404/,
    reach: (page) => seeHeading(page, 'There is no such member'),
  },
];
