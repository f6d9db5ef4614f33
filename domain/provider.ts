import * as z from 'zod/mini';

/** The response of `GET /api/auth/provider/newcomer`: somebody whom the provider knows and who has no account yet. */
export const newcomer = z.object({
  provider: z.string(),
  email: z.string(),
  /** Empty if the provider does not tell it. */
  name: z.string(),
  /** An account has the address and has never confirmed it. It loses the address to a new one. */
  isTaken: z.boolean(),
});
export type Newcomer = z.infer<typeof newcomer>;

/** The query of `/register` for a newcomer. */
export const newcomerParameter = 'by';

/** Texts that the server says, with the provider's name. */
export const providerTexts = {
  title: 'You are not signed in',
  off: 'There is no sign-in by another account here. Sign in with your password.',
  unavailable: (provider: string) =>
    `${provider} doesn’t answer as it should. Try again later, or sign in with your password.`,
  refused: (provider: string) =>
    `Signing in by ${provider} wasn’t completed. Try again, or sign in with your password.`,
  expired: (provider: string) =>
    `Signing in by ${provider} was begun in another browser, or took too long. Begin again.`,
  unverified: (provider: string) =>
    `${provider} gives no email address of yours that it has verified. Sign in with your password, or register.`,
  otherAccount: (provider: string) =>
    `Your account here belongs to another account at ${provider}. Sign in with your password, or write to the club.`,
  secondFactor: 'Your account has a second factor. Sign in with your password and a code, or with a passkey.',
  taken: (email: string) =>
    `There is an account with ${email} whose address was never confirmed. If it’s yours, sign in with its password and confirm the address. If you register here, that account is removed.`,
  test: {
    works: 'The provider answers, and knows this client id and secret.',
    off: 'No provider is set.',
    noSecret: 'No secret is set for this provider and client id.',
    credentials: 'The provider answers, and doesn’t accept this client id with this secret.',
    late: 'The provider doesn’t answer in time.',
    unreadable: (reason: string) => `There is no OpenID provider at this address that can be used: ${reason}`,
  },
} as const;
