import * as z from 'zod/mini';

/** How people sign in. */
export const accountSettings = z.strictObject({
  /** Reviewers who signed in with a password alone can do nothing until they set up a second factor. */
  secondFactor: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettings>;

export const defaultAccountSettings: AccountSettings = { secondFactor: false };
