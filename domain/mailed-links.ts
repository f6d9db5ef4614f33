import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { limits } from './limits.ts';
import { newPassword, normalPassword } from './new-password.ts';

const incomplete = 'The link is incomplete';

/** The body of `POST /api/auth/check-reset-link`, `/restore-email` and `/confirm-email`: the token from the mailed link. */
export const mailedToken = z.strictObject({
  token: boundedString(200, { required: incomplete }).check(z.minLength(1, incomplete)),
});

/** Refusals of links that were used, or are too old. */
export const linkMessages = {
  resetLinkInvalid: 'This password reset link has expired or has already been used.',
  restoreLinkInvalid: 'This link has expired or has already been used.',
} as const;

/** How long a link that confirms an e-mail address works, in days. */
export const confirmationLinkDays = 7;

/** Texts for confirming an e-mail address: the notice on the dashboard, and the page that the mailed link opens. */
export const confirmationTexts = {
  ask: (email: string) => `Confirm your email address: open the link in the email we sent to ${email}.`,
  first: (email: string) =>
    `Confirm your email address before you submit a project: open the link in the email we sent to ${email}.`,
  sendAgain: 'Send the link again',
  sending: 'Sending...',
  sent: 'We’ve sent you a new link. It may take a few minutes to arrive.',
  title: 'Confirm your email address',
  subtitle: 'So that we know our emails reach you',
  button: 'Confirm Email Address',
  busy: 'Confirming...',
  later: 'Go to the portal',
  doneTitle: 'Email address confirmed',
  done: 'Thank you. Your email address is confirmed.',
  goOn: 'Continue',
  linkInvalid:
    'This link has expired or has already been used. If your email address isn’t confirmed yet, your dashboard can send you a new link.',
} as const;

/** The body of `POST /api/auth/reset-password`: the token from the mailed link and the new password. */
export const passwordReset = z.extend(mailedToken, { newPassword });

/** The form on /reset-password: the new password twice. */
export const passwordResetForm = z
  .object({ newPassword, confirmPassword: boundedString(limits.passwordMax) })
  .check(
    z.refine((form) => normalPassword(form.newPassword) === normalPassword(form.confirmPassword), {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  );
