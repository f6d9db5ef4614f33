import type { Page } from '@playwright/test';
import { answer, keepNotifications } from '../acts.ts';
import { administrator } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const inbox = { path: '/admin/inbox', ...administrator } as const;

/** Opens the first message of the list whose link has such a name. */
async function openMessage(page: Page, name: string | RegExp = ''): Promise<void> {
  await page.getByRole('list', { name: 'Messages' }).getByRole('link', { name }).first().click();
  await page.getByRole('article').getByRole('heading').waitFor();
}

/** The administrator's inbox. */
export const inboxStates: readonly ScreenState[] = [
  {
    name: 'inbox',
    isRecorded: true,
    ...inbox,
    before: keepNotifications,
    reach: (page) => page.getByRole('list', { name: 'Messages' }).waitFor(),
  },
  {
    name: 'inbox-message',
    isRecorded: true,
    path: '/admin/inbox?q=timetable',
    ...administrator,
    reach: openMessage,
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
      const deleted = { changed: 1, deletedAt: new Date().toISOString() };
      await answer(page, '**/api/admin/form-submissions', deleted);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
];
