import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { limits } from './limits.ts';

const invalid = 'Please enter a valid email address';

/** Text, an at-sign, text, a dot, text (spec, point 5, "Profile save"), read in one pass. */
function isSimpleAddress(text: string): boolean {
  const [local, domain, ...more] = text.split('@');
  if (!local || !domain || more.length > 0 || /\s/.test(text)) return false;
  const dot = domain.indexOf('.', 1);
  return dot !== -1 && dot < domain.length - 1;
}

/**
 * An e-mail address of an account: at most 254 characters, matching both the spec's simple pattern and zod's stricter
 * form. Users can type the address in any case, but we store it in lower case.
 */
export const emailAddress = trimmedString(limits.email, {
  required: 'Email is required',
  tooLong: `Email must be at most ${limits.email} characters long`,
}).check(
  z.minLength(1, { error: 'Email is required', abort: true }),
  z.toLowerCase(),
  z.refine((text) => isSimpleAddress(text) && z.email().safeParse(text).success, { message: invalid }),
);

/** A new password: 6 to 128 characters (spec, points 5 and 9; the upper bound caps the cost of a hash). */
export const newPassword = boundedString(limits.passwordMax, {
  required: `Password must be at least ${limits.passwordMin} characters long`,
  tooLong: `Password must be at most ${limits.passwordMax} characters long`,
}).check(z.minLength(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters long`));

/** The body of `POST /api/auth/sign-in/email`. */
export const signIn = z.strictObject({
  email: emailAddress,
  password: boundedString(limits.passwordMax, {
    required: 'Password is required',
    tooLong: 'Invalid email or password',
  }).check(z.minLength(1, 'Password is required')),
});

/** The body of `POST /api/auth/request-password-reset`. */
export const passwordResetRequest = z.strictObject({ email: emailAddress });

/** An empty body. */
export const emptyBody = z.strictObject({});

const roles = ['member', 'administrator'] as const;

/** The response of `GET /api/session`: the signed-in user, or null. */
export const session = z.object({
  /** Nobody is signed in, and the account that the page shows no longer exists. */
  removed: z.optional(z.literal(true)),
  user: z.nullable(
    z.object({
      uid: z.string(),
      email: z.string(),
      /** The account's display name; empty if it has none. */
      displayName: z.string(),
      role: z.enum(roles),
      /** The person is to be asked to confirm their address: it is not confirmed, and mail is being sent. */
      confirmEmail: z.optional(z.literal(true)),
    }),
  ),
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
