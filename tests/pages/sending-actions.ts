import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { answerTexts } from '#domain/answers.ts';
import { inboxMessages } from '#domain/form-inbox.ts';
import { formTestTexts } from '#domain/form-test.ts';
import { trackMessages } from '#domain/members.ts';
import type { Registration } from '#domain/registration.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { submittedRecord } from '#tests/helpers/made-records.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import type { Progress } from '#tests/helpers/signed-in-member.ts';
import type { Network } from './network.ts';
import { administratorOf, member, openPage, type Page, type Role, screen, visitor } from './page.ts';

/** An action that sends something. */
export interface SendingAction {
  name: string;
  as: 'visitor' | 'administrator' | Progress;
  path: string;
  /** The text that reports a lost connection, where the spec has one. */
  text?: string;
  act: (page: Page) => Promise<unknown>;
}

/** The member whose submission the administrator's actions are about. */
const submitted = { uid: 'submitted', fullName: 'Bina Das' };

/** Opens an action's page as somebody who can do it, with what it needs. */
export function openAction({ as, path }: SendingAction, prepare?: (network: Network) => void): Promise<Page> {
  const role = as === 'visitor' ? visitor : as === 'administrator' ? withSubmission : member(as);
  return openPage(path, { as: role, prepare });
}

const withSubmission: Role = async (portal) => {
  await portal.visitor().post('/f/contact', contactMessage());
  return administratorOf(submittedRecord(submitted))(portal);
};

const press =
  (name: string | RegExp): SendingAction['act'] =>
  (page) =>
    page.press(name);

const submit =
  (values: Record<string, string>, name: string): SendingAction['act'] =>
  async (page) => {
    await page.fill(values);
    await page.press(name);
  };

const tick =
  (name: string | RegExp): SendingAction['act'] =>
  async ({ user }) => {
    const box = await screen.findByRole('checkbox', { name });
    await expect.poll(() => box.hasAttribute('disabled')).toBe(false);
    await user.click(box);
  };

/** Fills in the form of /register. */
export async function fillRegistration({ fill, user }: Page, typed: Registration): Promise<void> {
  await fill({
    'Full Name': typed.fullName,
    Email: typed.email,
    'Student ID': typed.studentId,
    Department: typed.department,
    'Year of Study': String(typed.yearOfStudy),
    'Contact Number': typed.contactNumber,
    Password: typed.password,
    'Confirm Password': typed.confirmPassword,
  });
  await user.click(screen.getByLabelText(/I agree to the/));
}

const visitorActions: Omit<SendingAction, 'as'>[] = [
  {
    name: 'signing in',
    path: '/login',
    act: submit({ Email: 'asha@students.example', Password: 'correct horse' }, 'Sign In'),
  },
  {
    name: 'asking for a reset link',
    path: '/login',
    act: submit({ Email: 'asha@students.example' }, 'Forgot your password?'),
  },
  {
    name: 'registering',
    path: '/register',
    async act(page) {
      await fillRegistration(page, newRegistration());
      await page.press('Create Account');
    },
  },
  {
    name: 'choosing a new password',
    path: '/reset-password?token=some-token',
    act: submit(
      { 'New Password': 'correct horse', 'Confirm New Password': 'correct horse' },
      'Save New Password',
    ),
  },
  {
    name: 'asking for another reset link',
    path: '/reset-password',
    act: submit({ Email: 'asha@students.example' }, 'Send New Link'),
  },
  {
    name: 'restoring an address',
    path: '/restore-email?token=some-token',
    act: press('Restore Email Address'),
  },
  {
    name: 'confirming an address',
    path: '/confirm-email?token=some-token',
    act: press('Confirm Email Address'),
  },
  {
    name: 'signing in as the administrator',
    path: '/admin',
    act: submit({ Email: 'admin@sdc.example', Password: 'correct horse' }, 'Sign In'),
  },
  {
    name: 'stopping mails about reviews',
    path: '/unsubscribe?token=a-mailed-token',
    act: press(answerTexts.unsubscribeButton),
  },
];

const memberActions: SendingAction[] = [
  { name: 'signing out', as: {}, path: '/dashboard', act: press('Sign Out') },
  {
    name: 'choosing a track',
    as: {},
    path: '/dashboard',
    text: trackMessages.failed,
    async act({ user, press }) {
      await user.click(await screen.findByRole('radio', { name: 'Web Development' }));
      await press('Save Selection');
    },
  },
  ...['/user-tasks', '/timeline'].map((path) => ({
    name: `marking the task as done on ${path}`,
    as: { track: 'web' } as const,
    path,
    act: press('Mark as Done'),
  })),
  {
    name: 'saving the profile',
    as: { track: 'web' },
    path: '/profile',
    async act({ fill, press }) {
      await press('Edit Profile');
      await fill({ 'Student ID': '1SD22CS042' });
      await press('Save Changes');
    },
  },
  {
    name: 'sending a message',
    as: {},
    path: '/contact',
    act: submit({ Message: 'A question.' }, 'Send Message'),
  },
  { name: 'recovering the record', as: {}, path: '/data-recovery', act: press('Create My Data') },
  {
    name: 'choosing which mails to get',
    as: { track: 'web' },
    path: '/profile',
    act: tick(answerTexts.reviewMails),
  },
];

/** Presses a button of the first message in the inbox. */
const inMessage =
  (name: RegExp | string): SendingAction['act'] =>
  async ({ user }) => {
    const list = within(await screen.findByRole('list', { name: 'Messages' }));
    await user.click((await list.findAllByRole('link'))[0] as HTMLElement);
    const message = within(await screen.findByRole('article'));
    await user.click(await message.findByRole('button', { name }));
  };

const administratorActions: Omit<SendingAction, 'as'>[] = [
  { name: 'marking a message as unread', path: '/admin/inbox', act: inMessage(/^Mark as (un)?read/) },
  {
    name: 'deleting a message',
    path: '/admin/inbox',
    // Opening it marks it, which fails too.
    text: inboxMessages.deleteFailed('').trim(),
    act: inMessage('Delete'),
  },
  {
    name: 'marking all messages as read',
    path: '/admin/inbox',
    // The button is busy until the list is loaded.
    act: async ({ press }) => {
      const button = await screen.findByRole('button', { name: inboxMessages.markAll });
      await expect.poll(() => button.hasAttribute('aria-disabled')).toBe(false);
      await press(inboxMessages.markAll);
    },
  },
  { name: 'writing the test node', path: '/database-test', act: press('Test Write') },
  { name: 'testing accounts', path: '/firebase-test', act: press('Test Auth') },
  { name: 'testing live data', path: '/firebase-test', act: press('Test Realtime DB') },
  {
    name: 'sending a test message',
    path: '/formspree-test',
    act: submit(
      {
        [formTestTexts.labels.name]: 'Asha',
        [formTestTexts.labels.email]: 'asha@students.example',
        [formTestTexts.labels.message]: 'A test.',
      },
      'Send Test Message',
    ),
  },
];

/** Every action that reports a lost connection beside itself. */
export const sendingActions: readonly SendingAction[] = [
  ...visitorActions.map((action) => ({ ...action, as: 'visitor' as const })),
  ...memberActions,
  ...administratorActions.map((action) => ({ ...action, as: 'administrator' as const })),
];

/** Actions of which other tests show what happens without a connection: of the contact form and of reviews. */
export const otherActions: readonly SendingAction[] = [
  {
    name: 'submitting a project',
    as: { track: 'web', taskDone: true },
    path: '/contact',
    act: submit(
      { 'GitHub Link (optional)': 'https://github.com/asha-rao/board', Message: 'A board.' },
      'Submit Project',
    ),
  },
  {
    name: 'reviewing a submission',
    as: 'administrator',
    path: '/admin-dashboard',
    act: tick(`Reviewed: ${submitted.fullName}`),
  },
  {
    name: 'reviewing on the desk',
    as: 'administrator',
    path: '/admin/review',
    async act(page) {
      const article = await screen.findByRole('article', { name: submitted.fullName });
      await expect.poll(() => article.getAttribute('aria-busy')).toBe('false');
      await tick('Reviewed')(page);
    },
  },
  {
    name: 'reviewing many submissions',
    as: 'administrator',
    path: '/admin-dashboard',
    async act(page) {
      await screen.findAllByText(submitted.fullName);
      await page.press('Select');
      await tick(`Select ${submitted.fullName}`)(page);
      await page.press('Mark reviewed');
    },
  },
];
