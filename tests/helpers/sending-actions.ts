import type { Page } from '@playwright/test';
import { answerTexts } from '#domain/answer-texts.ts';
import { inboxMessages } from '#domain/form-inbox.ts';
import { formTestTexts } from '#domain/form-test.ts';
import { trackMessages } from '#domain/member-choices.ts';
import { savedViewTexts } from '#domain/saved-views.ts';
import { reviewed, rowOf, submission, uniqueName } from './admin-pages.ts';
import { expect } from './fixtures.ts';
import { newRegistration } from './members.ts';
import type { Portal } from './portal.ts';
import { signedInAdmin } from './signed-in-admin.ts';
import { type Progress, signedInMember } from './signed-in-member.ts';

/** An action that sends something, and the source that sends it. */
export interface SendingAction {
  name: string;
  source: string;
  as: 'visitor' | 'administrator' | Progress;
  path: string | (() => string);
  /** The text that reports a lost connection, where the spec has one. */
  text?: string;
  act: (page: Page) => Promise<void>;
}

const accounts = 'client/features/accounts/mutations.ts';
/** The name of the member whose submission the administrator's actions need; new for each test. */
let submitted = '';
const listOf = (page: string) => `${page}?q=${encodeURIComponent(submitted)}`;

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).first().click();
}

/** An action of a form: fills its fields in and presses its button. */
function send(values: Record<string, string>, button: string): SendingAction['act'] {
  return async (page) => {
    await fill(page, values);
    await press(page, button);
  };
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/**
 * Signs somebody in who can do the action, and stores what it needs.
 * @returns the path of the action's page
 */
export async function prepare(
  { as, path }: SendingAction,
  { page, newPage, portal }: { page: Page; newPage: () => Promise<Page>; portal: Portal },
): Promise<string> {
  if (as === 'administrator') {
    submitted = uniqueName('Submitted');
    const student = await newPage();
    await signedInMember(student, portal, { track: 'web', submission }, { fullName: submitted });
    await student.request.post(`${portal.url}/f/contact`, {
      data: { name: 'Asha', email: 'asha@students.example', message: 'A question.' },
    });
    await signedInAdmin(page, portal);
  } else if (as !== 'visitor') await signedInMember(page, portal, as);
  return typeof path === 'string' ? path : path();
}

/** Every action that sends something, for tests of what happens if that fails. */
export const sendingActions: readonly SendingAction[] = [
  {
    name: 'signing in',
    source: accounts,
    as: 'visitor',
    path: '/login',
    act: send({ Email: 'asha@students.example', Password: 'correct horse' }, 'Sign In'),
  },
  {
    name: 'asking for a reset link',
    source: accounts,
    as: 'visitor',
    path: '/login',
    act: send({ Email: 'asha@students.example' }, 'Forgot your password?'),
  },
  {
    name: 'registering',
    source: accounts,
    as: 'visitor',
    path: '/register',
    act: async (page) => {
      const typed = newRegistration();
      await fill(page, {
        'Full Name': typed.fullName,
        Email: typed.email,
        'Student ID': typed.studentId,
        'Contact Number': typed.contactNumber,
        Password: typed.password,
        'Confirm Password': typed.password,
      });
      await page.getByLabel('Department').selectOption(typed.department);
      await page.getByLabel('Year of Study').selectOption(String(typed.yearOfStudy));
      await page.getByLabel(/I agree to the/).check();
      await press(page, 'Create Account');
    },
  },
  {
    name: 'choosing a new password',
    source: accounts,
    as: 'visitor',
    path: '/reset-password?token=some-token',
    act: send(
      { 'New Password': 'correct horse', 'Confirm New Password': 'correct horse' },
      'Save New Password',
    ),
  },
  {
    name: 'asking for another reset link',
    source: accounts,
    as: 'visitor',
    path: '/reset-password',
    act: send({ Email: 'asha@students.example' }, 'Send New Link'),
  },
  {
    name: 'restoring an address',
    source: accounts,
    as: 'visitor',
    path: '/restore-email?token=some-token',
    act: (page) => press(page, 'Restore Email Address'),
  },
  {
    name: 'confirming an address',
    source: accounts,
    as: 'visitor',
    path: '/confirm-email?token=some-token',
    act: (page) => press(page, 'Confirm Email Address'),
  },
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
    name: 'signing in as the administrator',
    source: 'client/features/admin/mutations.ts',
    as: 'visitor',
    path: '/admin',
    act: send({ Email: 'admin@sdc.example', Password: 'correct horse' }, 'Sign In'),
  },
  {
    name: 'reviewing a submission',
    source: 'client/features/admin/reviews.ts',
    as: 'administrator',
    path: () => listOf('/admin-dashboard'),
    act: (page) => reviewed(page, submitted).click(),
  },
  {
    name: 'reviewing on the desk',
    source: 'client/features/admin/review/use-review-writes.ts',
    as: 'administrator',
    path: () => listOf('/admin/review'),
    act: (page) => page.getByRole('checkbox', { name: 'Reviewed' }).click(),
  },
  {
    name: 'reviewing many submissions',
    source: 'client/features/admin/reviews.ts',
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
    source: 'client/features/admin/reviews.ts',
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
      const button = page.getByRole('article').getByRole('button', { name: /^Mark as/ });
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
    name: 'saving a view of the list',
    source: 'client/features/admin/member-list/saved-views.tsx',
    as: 'administrator',
    path: '/admin',
    act: async (page) => {
      await press(page, savedViewTexts.button);
      await fill(page, { [savedViewTexts.name]: 'First years' });
      await press(page, savedViewTexts.save);
    },
  },
  {
    name: 'choosing which mails to get',
    source: 'client/features/feedback/queries.ts',
    as: { track: 'web' },
    path: '/profile',
    act: (page) => page.getByRole('checkbox', { name: answerTexts.reviewMails }).click(),
  },
  {
    name: 'stopping mails about reviews',
    source: 'client/features/accounts/unsubscribe-page.tsx',
    as: 'visitor',
    path: '/unsubscribe?token=a-mailed-token',
    act: (page) => press(page, answerTexts.unsubscribeButton),
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
