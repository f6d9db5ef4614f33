import type { Page } from '@playwright/test';
import { answer, fill, press, seeAlert, seeHeading } from '../acts.ts';
import { longName } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const credentials = { Email: 'asha.rao@students.example', Password: 'correct horse battery' };
const refused = /status of 40[0149]/;

async function fillRegistration(page: Page, name = 'Asha Rao'): Promise<void> {
  await fill(page, {
    'Full Name': name,
    Email: 'asha.rao@students.example',
    'Student ID': '1SD24CS007',
    'Contact Number': '98765 43210',
    Password: 'correct horse battery',
    'Confirm Password': 'correct horse battery',
  });
  await page
    .getByLabel('Department')
    .selectOption('Electronics and Communication Engineering-Advanced Communication Technology');
  await page.getByLabel('Year of Study').selectOption('2');
  await page.getByLabel(/I agree to the/).check();
}

/** Signing in, registering, resetting a password, and reverting an e-mail change. */
export const accountStates: readonly ScreenState[] = [
  {
    name: 'login',
    isRecorded: true,
    path: '/login',
    hasFrame: true,
    reach: (page) => seeHeading(page, 'Welcome Back'),
  },
  {
    name: 'join',
    isRecorded: true,
    path: '/join?token=abcdefgh',
    before: (page) => answer(page, '**/api/reviewers/check', { email: 'ravi@club.example', name: null }),
    shows: /^You’re invited as ravi@club\.example/,
  },
  {
    name: 'join-field-missing',
    after: 'join',
    reach: (page) => press(page, 'Accept Invitation'),
    shows: 'Name is required',
  },
  {
    name: 'return',
    isRecorded: true,
    path: '/return?token=abcdefgh',
    reach: (page) => seeHeading(page, 'Come back'),
  },
  {
    name: 'take-over',
    isRecorded: true,
    path: '/take-over?token=abcdefgh',
    before: (page) =>
      answer(page, '**/api/hand-over/check', { email: 'bina@students.example', name: 'Bina Das' }),
    shows: /^Bina Das, your address moves/,
  },
  {
    name: 'login-refused',
    path: '/login',
    complaints: refused,
    reach: async (page) => {
      await fill(page, { ...credentials, Password: 'a wrong guess' });
      await press(page, 'Sign In');
      await seeAlert(page);
      await page.getByRole('button', { name: 'Show password' }).click();
    },
  },
  {
    name: 'login-field-missing',
    after: 'login',
    reach: (page) => press(page, 'Sign In'),
    shows: 'Email is required',
  },
  {
    name: 'login-reset-without-address',
    after: 'login-field-missing',
    reach: (page) => press(page, 'Forgot your password?'),
    shows: 'Please enter your email address first',
  },
  {
    name: 'login-reset-sent',
    after: 'login-reset-without-address',
    reach: async (page) => {
      await fill(page, { Email: credentials.Email });
      await press(page, 'Forgot your password?');
    },
    shows: 'Password reset email sent! Check your inbox.',
  },
  {
    name: 'register',
    isRecorded: true,
    path: '/register',
    reach: (page) => seeHeading(page, 'Create your account'),
  },
  { name: 'register-filled', after: 'register', reach: (page) => fillRegistration(page, longName) },
  {
    name: 'register-weak-password',
    after: 'register-terms-missing',
    reach: async (page) => {
      await fillRegistration(page);
      await fill(page, { Password: '1234567' });
      await press(page, 'Create Account');
    },
    shows: 'Passwords do not match',
  },
  {
    name: 'register-restored',
    after: 'register-weak-password',
    reach: async (page) => {
      await fillRegistration(page);
      await page.reload();
    },
    shows: /^We’ve kept what you typed/,
  },
  {
    name: 'register-terms-missing',
    after: 'register-filled',
    reach: async (page) => {
      await fillRegistration(page);
      await page.getByLabel(/I agree to the/).uncheck();
      await press(page, 'Create Account');
    },
    shows: 'You must agree to the terms and conditions',
  },
  {
    name: 'reset-password',
    isRecorded: true,
    path: '/reset-password?token=a-mailed-token',
    before: async (page) => {
      await answer(page, '**/api/auth/check-reset-link', {});
      await answer(page, '**/api/auth/reset-password', {});
    },
    reach: (page) => fill(page, { 'New Password': 'correct horse' }),
  },
  {
    name: 'reset-password-link-used',
    path: '/reset-password',
    shows: 'This password reset link has expired or has already been used.',
  },
  {
    name: 'reset-password-changed',
    after: 'reset-password',
    reach: async (page) => {
      await fill(page, { 'Confirm New Password': 'correct horse' });
      await press(page, 'Save New Password');
    },
    shows: 'Your password has been changed.',
  },
  {
    name: 'restore-email',
    isRecorded: true,
    path: '/restore-email?token=a-mailed-token',
    shows: 'Restore your email address',
  },
  {
    name: 'restore-email-refused',
    after: 'restore-email',
    complaints: refused,
    reach: async (page) => {
      await press(page, 'Restore Email Address');
      await seeAlert(page);
    },
  },
  { name: 'unsubscribe', isRecorded: true, path: '/unsubscribe?token=a-mailed-token', shows: 'Unsubscribe' },
  {
    name: 'confirm-email',
    isRecorded: true,
    path: '/confirm-email?token=a-mailed-token',
    shows: 'Confirm your email address',
  },
];
