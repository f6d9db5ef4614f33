import { keepNotifications, see } from '../acts.ts';
import { administrator } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

/** The administrator's inbox. */
export const inboxStates: readonly ScreenState[] = [
  {
    name: 'inbox',
    path: '/admin/inbox',
    ...administrator,
    before: keepNotifications,
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
    name: 'inbox-answered',
    path: '/admin/inbox?q=workshop',
    ...administrator,
    reach: async (page) => {
      await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click();
      await see(page, /^Answered by/);
    },
  },
  {
    name: 'inbox-selecting',
    after: 'inbox',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Select messages' }).click();
      await page
        .getByRole('checkbox', { name: /^Select the message/ })
        .first()
        .check();
    },
  },
  {
    name: 'inbox-deleted',
    after: 'inbox-selecting',
    reach: async (page) => {
      // Other states show the same messages, so nothing is deleted.
      const json = { changed: 1, deletedAt: new Date().toISOString() };
      await page.route('**/api/admin/form-submissions', (route) => route.fulfill({ json }));
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
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
];
