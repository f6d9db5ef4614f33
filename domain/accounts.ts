import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { limits } from './limits.ts';
import { asciiHost } from './url-parts.ts';

const tooLong = `Email must be at most ${limits.email} characters long`;

/** The address as browsers send it: in lower case, and its domain in the form that mail servers know (punycode). */
function storedAddress(typed: string): string {
  const text = typed.toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  return `${text.slice(0, at)}${asciiHost(text.slice(at))}`;
}

/**
 * The spec's pattern (point 5), in which a text has neither white space nor what parts the addresses of a mail's header, nor
 * what mail servers leave out or replace: comments, quotes, empty labels and the numbers of a machine give one mailbox any
 * number of addresses, each with separate limits.
 */
const pattern = /^[^\s@<>,;:()[\]"\\\p{C}]+@(?:[^\s@<>,;:()[\]"\\.\p{C}]+\.)+[^\s@<>,;:()[\]"\\.\p{C}]+$/u;

/**
 * The text of a field for an email address: at most 254 characters. Users can type it in any case and with an
 * international domain, but we store the one form in which it is mailed and compared.
 */
export const typedAddress = trimmedString(limits.email, {
  required: 'Email is required',
  tooLong,
}).check(
  z.minLength(1, { error: 'Email is required', abort: true }),
  z.overwrite(storedAddress),
  z.maxLength(limits.email, { error: tooLong, abort: true }),
);

/** An email address as it is stored. */
export const emailAddress = typedAddress.check(
  z.refine((text) => pattern.test(text), { message: 'Please enter a valid email address' }),
);

/** The body of `POST /api/auth/sign-in/email`. */
export const signIn = z.strictObject({
  email: emailAddress,
  password: boundedString(limits.importedPasswordMax, {
    required: 'Password is required',
    tooLong: 'Invalid email or password',
  }).check(z.minLength(1, 'Password is required')),
  /** Of the second factor, if the account has one. */
  code: z.optional(boundedString(40)),
});

/** The body of `POST /api/auth/request-password-reset`. */
export const passwordResetRequest = z.strictObject({ email: emailAddress });

export const emptyBody = z.strictObject({});

const roles = ['member', 'reviewer', 'administrator'] as const;

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
      /** A reviewer who is also a member, and keeps their dashboard. */
      isMember: z.optional(z.literal(true)),
      /** The person is to be asked to confirm their address: it is not confirmed, and mail is being sent. */
      confirmEmail: z.optional(z.literal(true)),
      /** A reviewer who has to set up a second factor before anything else. */
      needsSecondFactor: z.optional(z.literal(true)),
    }),
  ),
});
export type Session = z.infer<typeof session>;
export type SessionUser = NonNullable<Session['user']>;

/** Whether the pages of members are this user's. */
export function isMember(user: Pick<SessionUser, 'role' | 'isMember'>): boolean {
  return user.role === 'member' || user.isMember === true;
}

/** The response of a request that returns no data. */
export const done = z.object({ status: z.literal(true) });
export type Done = z.infer<typeof done>;

/** Texts for signing in and resetting a password (spec, points 2, 5 and 8). */
export const accountMessages = {
  invalidCredentials: 'Invalid email or password',
  resetWithoutEmail: 'Please enter your email address first',
  resetSent: 'Password reset email sent! Check your inbox.',
  emailTaken: 'An account with this email address already exists.',
} as const;
