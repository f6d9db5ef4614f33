import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { presentPassword } from './my-account.ts';

export const passkeysCap = 10;

const encoded = (max: number) => boundedString(max).check(z.regex(/^[\w-]*={0,2}$/));
const credentialId = encoded(1_400);

/** The body of `POST /api/me/passkeys`: what the browser made, and a name for it. */
export const newPasskey = z.strictObject({
  name: trimmedString(60, { tooLong: 'The name may have at most 60 characters' }).check(
    z.minLength(1, 'Give the passkey a name'),
  ),
  id: credentialId,
  clientDataJSON: encoded(4_000),
  attestationObject: encoded(16_000),
});

/** The form: the password is asked for first. */
export const passkeyForm = z.strictObject({ name: newPasskey.shape.name, password: presentPassword });

/** The body of `POST /api/auth/passkey`: how the browser answered the challenge. */
export const passkeyAnswer = z.strictObject({
  id: credentialId,
  clientDataJSON: encoded(4_000),
  authenticatorData: encoded(4_000),
  signature: encoded(4_000),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** The passkeys in the response of `GET /api/me/factors`. */
export const ownPasskeys = z.array(
  z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
);

/** Texts that the server says. */
export const passkeyTexts = {
  refused: 'This passkey doesn’t open an account here. Try again, or sign in with your password.',
  notAdded: 'The passkey couldn’t be added. Try again.',
  tooMany: `You have ${passkeysCap} passkeys already. Remove one first.`,
  missing: {
    passkeys: 'There is no such passkey any more.',
    identities: 'This account isn’t connected any more.',
  },
} as const;
