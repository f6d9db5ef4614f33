import type { Page } from '@playwright/test';
import { answerTexts } from '#domain/answers.ts';
import { trackMessages } from '#domain/member-choices.ts';
import { fill, press, type SendingAction, send } from './action.ts';

const accounts = 'client/features/accounts/mutations.ts';

/** Actions of members. */
export const memberActions: readonly SendingAction[] = [
  {
    name: 'signing out',
    source: accounts,
    as: {},
    path: '/dashboard',
    act: (page) => press(page, 'Sign Out'),
  },
  {
    name: 'choosing a track',
    source: 'client/features/members/mutations.ts',
    as: {},
    path: '/dashboard',
    text: trackMessages.failed,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Web Development' }).check();
      await press(page, 'Save Selection');
    },
  },
  ...['/user-tasks', '/timeline'].map((path) => ({
    name: `marking the task as done on ${path}`,
    source: 'client/features/members/mutations.ts',
    as: { track: 'web' } as const,
    path,
    act: (page: Page) => press(page, 'Mark as Done'),
  })),
  {
    name: 'saving the profile',
    source: 'client/features/profile/mutations.ts',
    as: { track: 'web' },
    path: '/profile',
    act: async (page) => {
      await press(page, 'Edit Profile');
      await fill(page, { 'Student ID': '1SD22CS042' });
      await press(page, 'Save Changes');
    },
  },
  {
    name: 'sending a message',
    source: 'client/features/contact/mutations.ts',
    as: {},
    path: '/contact',
    act: send({ Message: 'A question.' }, 'Send Message'),
  },
  {
    name: 'recovering the record',
    source: 'client/features/diagnostics/use-recovery.ts',
    as: {},
    path: '/data-recovery',
    act: (page) => press(page, 'Create My Data'),
  },
  {
    name: 'choosing which mails to get',
    source: 'client/features/feedback/queries.ts',
    as: { track: 'web' },
    path: '/profile',
    act: (page) => page.getByRole('checkbox', { name: answerTexts.reviewMails }).click(),
  },
];
