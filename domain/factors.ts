import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { presentPassword } from './my-account.ts';
import { ownPasskeys } from './passkeys.ts';

/** The body of what changes how an account is opened. */
export const passwordAgain = z.strictObject({ password: presentPassword });

/** The body of `POST /api/me/second-factor`: a code of the app, which shows that it has the secret. */
export const secondFactorCode = z.strictObject({
  code: boundedString(40).check(z.regex(/^[\s\d]+$/, 'Enter the 6 digits that the app shows')),
});

/** The response of `GET /api/me/factors`. */
export const factors = z.object({
  /** When the second factor was set up; null without one. */
  secondFactor: z.nullable(z.string()),
  /** How many recovery codes are left. */
  recoveryCodes: z.number(),
  passkeys: ownPasskeys,
  /** Accounts elsewhere, such as the university’s, that open this one. */
  identities: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string() })),
});
export type Factors = z.infer<typeof factors>;

/** The response of `POST /api/me/second-factor/begin`. */
export const newSecondFactor = z.object({
  /** In Base32, for people who type it. */
  secret: z.string(),
  /** The same as a QR code: its width in modules, and the dark ones as the path of an SVG picture. */
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** The response of `POST /api/me/second-factor`: shown once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });

/** Texts that the server says. */
export const factorTexts = {
  code: 'Enter the code that your authenticator app shows, or a recovery code.',
  wrongCode:
    'That code isn’t right, or it was used already. Check that your phone sets its clock itself, wait for the next code, or enter a recovery code.',
  exists: 'This account has a second factor already. Remove it first.',
  begin: 'Set the second factor up again from the beginning.',
  required: 'Reviewers need a second factor here. Set it up first.',
} as const;
