import { z } from 'zod';
import { limits } from './limits.ts';

/** Text, an at-sign, text, a dot, text (spec, point 5, "Profile save"). */
const simplePattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const invalid = 'Please enter a valid email address';

/**
 * An e-mail address of an account: at most 254 characters, matching both the spec's simple pattern and zod's stricter
 * form. Users can type the address in any case, but we store it in lower case.
 */
export const emailAddress = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(limits.email, `Email must be at most ${limits.email} characters long`)
  .toLowerCase()
  .refine((text) => simplePattern.test(text) && z.email().safeParse(text).success, { message: invalid });

/** A new password: 6 to 128 characters (spec, points 5 and 9; the upper bound limits the cost of hashing). */
export const newPassword = z
  .string(`Password must be at least ${limits.passwordMin} characters long`)
  .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters long`)
  .max(limits.passwordMax, `Password must be at most ${limits.passwordMax} characters long`);

/** The body of `POST /api/auth/sign-in/email`. */
export const signIn = z.strictObject({
  email: emailAddress,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(limits.passwordMax, 'Invalid email or password'),
});

/** The body of `POST /api/auth/request-password-reset`. */
export const passwordResetRequest = z.strictObject({ email: emailAddress });

/** The body of `POST /api/auth/reset-password`: the token from the mailed link and the new password. */
export const passwordReset = z.strictObject({
  token: z.string('The reset link is not complete').min(1, 'The reset link is not complete').max(200),
  newPassword,
});

/** The body of `POST /api/auth/restore-email`: the token from the notice to the old address. */
export const emailRestoration = z.strictObject({
  token: z.string('The link is not complete').min(1, 'The link is not complete').max(200),
});

/** How long a link that confirms an e-mail address works, in days. */
export const confirmationLinkDays = 7;

/** The body of `POST /api/auth/confirm-email`: the token from the mail to the new address. */
export const emailConfirmation = z.strictObject({
  token: z.string('The link is not complete').min(1, 'The link is not complete').max(200),
});

/** An empty body. */
export const emptyBody = z.strictObject({});

/** The form on /reset-password: the new password twice. */
export const passwordResetForm = z
  .object({ newPassword, confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  });

export const roles = ['member', 'administrator'] as const;

/** The response of `GET /api/session`: the signed-in user, or null. */
export const session = z.object({
  user: z
    .object({
      uid: z.string(),
      email: z.string(),
      /** The account's display name; empty if it has none. */
      displayName: z.string(),
      role: z.enum(roles),
      /** The person is to be asked to confirm their address: it is not confirmed, and mail is being sent. */
      confirmEmail: z.literal(true).optional(),
    })
    .nullable(),
});
export type Session = z.infer<typeof session>;
export type SessionUser = NonNullable<Session['user']>;

/** The response of a request that returns no data. */
export const done = z.object({ status: z.literal(true) });
export type Done = z.infer<typeof done>;

/** Texts for signing in and resetting a password (spec, points 2, 5 and 8). */
export const accountMessages = {
  invalidCredentials: 'Invalid email or password',
  resetWithoutEmail: 'Please enter your email address first',
  resetSent: 'Password reset email sent! Check your inbox.',
  resetLinkInvalid: 'This password reset link has expired or has already been used.',
  restoreLinkInvalid: 'This link has expired or has already been used.',
  emailTaken: 'An account with this email address already exists.',
} as const;
