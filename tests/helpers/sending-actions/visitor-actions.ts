import { answerTexts } from '#domain/answers.ts';
import { newRegistration } from '../members.ts';
import { fill, press, type SendingAction, send } from './action.ts';

const accounts = 'client/features/accounts/mutations.ts';
const mailedLinks = 'client/features/accounts/mailed-links.ts';

/** Actions of visitors. */
export const visitorActions: readonly SendingAction[] = [
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
    source: mailedLinks,
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
    source: mailedLinks,
    as: 'visitor',
    path: '/restore-email?token=some-token',
    act: (page) => press(page, 'Restore Email Address'),
  },
  {
    name: 'confirming an address',
    source: mailedLinks,
    as: 'visitor',
    path: '/confirm-email?token=some-token',
    act: (page) => press(page, 'Confirm Email Address'),
  },
  {
    name: 'signing in as the administrator',
    source: accounts,
    as: 'visitor',
    path: '/admin',
    act: send({ Email: 'admin@sdc.example', Password: 'correct horse' }, 'Sign In'),
  },
  {
    name: 'stopping mails about reviews',
    source: 'client/features/accounts/unsubscribe-page.tsx',
    as: 'visitor',
    path: '/unsubscribe?token=a-mailed-token',
    act: (page) => press(page, answerTexts.unsubscribeButton),
  },
];
