import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { limits } from './limits.ts';
import { newPassword, normalPassword } from './new-password.ts';

/** Texts of a person's own account, for form and server. */
export const myAccountMessages = {
  passwordMissing: 'Enter your current password',
  wrongPassword: 'That isn’t your current password',
  noPassword:
    'Your account has no password yet. Set one first: sign out, and choose ‘Forgot your password?’ on the sign-in page.',
  administratorStays:
    'The administrator can’t leave: the portal would have nobody. Hand it over to somebody else first.',
  reviewerStays: 'Reviewers leave by the administrator, who ends their role.',
  /** For a person with the right password. */
  closed: {
    removed: 'The club has removed this account. If that’s a mistake, write to the club.',
    left: 'You left, and this account is closed. For 7 days you can open it again by the link in the email that we sent you.',
    season:
      'The season is over, and your account was closed with it. Register again for this one: your details are filled in.',
    disabled: 'The club has disabled this account. If that’s a mistake, write to the club.',
  },
  addressChanged:
    'Your account has another email address now. Sign in with that one, or undo the change by the link in the email that we sent to this one.',
  addressTaken: 'Another account has your email address by now. Write to the club.',
  noSuchSession: 'This device isn’t signed in any more.',
} as const;

/** The password that an account has; an imported one may be longer than a new one. */
export const presentPassword = boundedString(limits.importedPasswordMax, {
  required: myAccountMessages.passwordMissing,
  tooLong: myAccountMessages.wrongPassword,
}).check(z.minLength(1, myAccountMessages.passwordMissing));

/** The body of `POST /api/me/leave`. */
export const leaving = z.strictObject({ password: presentPassword });

/** The body of `POST /api/me/password`. */
export const passwordChange = z.strictObject({ current: presentPassword, password: newPassword });

/** The form: the new password twice. */
export const passwordChangeForm = z
  .object({
    current: presentPassword,
    password: newPassword,
    confirmPassword: boundedString(limits.passwordMax),
  })
  .check(
    z.refine((form) => normalPassword(form.password) === normalPassword(form.confirmPassword), {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  );

/** A signed-in device in the response of `GET /api/me/sessions`, the one used last first. */
const signedInDevice = z.object({
  id: z.string(),
  /** Both are empty where they are unknown. */
  browser: z.string(),
  system: z.string(),
  signedInAt: z.string(),
  /** Within an hour. */
  lastUsedAt: z.string(),
  /** The device that asks. */
  current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof signedInDevice>;

export const signedInDevices = z.array(signedInDevice);
