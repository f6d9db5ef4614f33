import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { request } from '#client/lib/api.ts';
import { type PasskeyAnswer, passkeyOptions } from '#domain/passkeys.ts';

/** The browser's part of passkeys, in one file that is loaded when it is needed. */
export { startRegistration } from '@simplewebauthn/browser';

/** Each answer needs a new challenge. */
const attempts = 5;

/** Lets the browser offer passkeys where it fills in the email, until one has signed in or the page is left. */
export async function offerPasskeys(
  signal: AbortSignal,
  signIn: (answer: PasskeyAnswer) => Promise<unknown>,
): Promise<void> {
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  try {
    for (let attempt = 0; attempt < attempts && !signal.aborted; attempt += 1) {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const options = await request('/api/auth/passkey', passkeyOptions, { signal });
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      const { clientDataJSON, authenticatorData, signature } = response;
      await signIn({ id, clientDataJSON, authenticatorData, signature });
    }
  } catch {
    // The person signs in with the password.
  }
}
