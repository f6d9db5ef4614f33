import type { Page } from '@playwright/test';
import { inboxMessages } from '#domain/form-inbox.ts';
import { formTestTexts } from '#domain/form-test.ts';
import { reviewed, rowOf, submission, uniqueName } from '../admin-pages.ts';
import { expect } from '../fixtures.ts';
import type { Portal } from '../portal.ts';
import { submissionOf } from '../review-desk.ts';
import { signedInMember } from '../signed-in-member.ts';
import { press, type SendingAction, send } from './action.ts';

/** The name of the member whose submission the actions need; new for each test. */
let submitted = '';
const listOf = (page: string) => `${page}?q=${encodeURIComponent(submitted)}`;

/** Stores what the actions need: a submission, which the student's page sends, and a message. */
export async function prepareAdministration(student: Page, portal: Portal): Promise<void> {
  submitted = uniqueName('Submitted');
  await signedInMember(student, portal, { track: 'web', submission }, { fullName: submitted });
  await student.request.post(`${portal.url}/f/contact`, {
    data: { name: 'Asha', email: 'asha@students.example', message: 'A question.' },
  });
}

/** Actions of the administrator. */
export const administratorActions: readonly SendingAction[] = [
  {
    name: 'reviewing a submission',
    source: 'client/features/reviews/use-reviews.ts',
    as: 'administrator',
    path: () => listOf('/admin-dashboard'),
    act: (page) => reviewed(page, submitted).click(),
  },
  {
    name: 'reviewing on the desk',
    source: 'client/features/reviews/use-reviews.ts',
    as: 'administrator',
    path: () => listOf('/admin/review'),
    act: async (page) => {
      await expect(submissionOf(page, submitted)).toBeVisible();
      await page.getByRole('checkbox', { name: 'Reviewed' }).click();
    },
  },
  {
    name: 'reviewing many submissions',
    source: 'client/features/reviews/use-reviews.ts',
    as: 'administrator',
    path: () => listOf('/admin-dashboard'),
    act: async (page) => {
      await expect(rowOf(page, submitted)).toHaveCount(1);
      await press(page, 'Select');
      await page.getByRole('checkbox', { name: `Select ${submitted}` }).click();
      await press(page, 'Mark reviewed');
    },
  },
  {
    name: 'undoing a change',
    source: 'client/features/reviews/use-reviews.ts',
    as: 'administrator',
    path: '/admin-dashboard',
    act: (page) => page.getByRole('button', { name: /^Undo/ }).first().click(),
  },
  ...['Mark as unread', 'Delete'].map((name) => ({
    name: `${name} in the inbox`,
    source: `client/features/inbox/${name === 'Delete' ? 'deletion' : 'mutations'}.ts`,
    as: 'administrator' as const,
    path: '/admin/inbox',
    act: async (page: Page) => {
      await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click();
      await page
        .getByRole('article')
        .getByRole('button', { name: /^(Mark as|Delete)/ })
        .first()
        .waitFor();
      const button = page.getByRole('article').getByRole('button', { name: /^Mark as (un)?read/ });
      await (name === 'Delete' ? page.getByRole('article').getByRole('button', { name }) : button).click();
    },
  })),
  {
    name: 'writing the test node',
    source: 'client/features/diagnostics/database-test-page.tsx',
    as: 'administrator',
    path: '/database-test',
    act: (page) => press(page, 'Test Write'),
  },
  {
    name: 'testing accounts',
    source: 'client/features/diagnostics/config-test-page.tsx',
    as: 'administrator',
    path: '/firebase-test',
    act: (page) => press(page, 'Test Auth'),
  },
  {
    name: 'testing live data',
    source: 'client/features/diagnostics/realtime-test.ts',
    as: 'administrator',
    path: '/firebase-test',
    act: (page) => press(page, 'Test Realtime DB'),
  },
  {
    name: 'sending a test message',
    source: 'client/features/forms/form-service.ts',
    as: 'administrator',
    path: '/formspree-test',
    act: send(
      {
        [formTestTexts.labels.name]: 'Asha',
        [formTestTexts.labels.email]: 'asha@students.example',
        [formTestTexts.labels.message]: 'A test.',
      },
      'Send Test Message',
    ),
  },
  {
    name: 'marking all messages as read',
    source: 'client/features/inbox/mutations.ts',
    as: 'administrator',
    path: '/admin/inbox',
    act: (page) => press(page, inboxMessages.markAll),
  },
];
