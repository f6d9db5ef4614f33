import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import * as z from 'zod/mini';
import { command, request } from '#client/lib/api.ts';
import type { PasskeyAnswer } from '#domain/passkeys.ts';

/** The browser's part of passkeys, in one file that is loaded when it is needed. */
export { startRegistration } from '@simplewebauthn/browser';

const address = '/api/auth/passkey';

/** Each answer needs a new challenge. */
const attempts = 5;

/** Lets the person answer with a passkey for this portal. */
export async function askForPasskey(offer?: { signal: AbortSignal }): Promise<PasskeyAnswer> {
  const options = await request(address, z.unknown(), offer);
  const { id, response } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: offer !== undefined,
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/**
 * Lets the browser offer passkeys where it fills in the email, until one has signed in or the page is left.
 * @param attempt shows that the form is busy, and why it failed
 */
export async function offerPasskeys(
  signal: AbortSignal,
  attempt: (signIn: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  for (let made = 0; made < attempts && !signal.aborted; made += 1) {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    const answer = await askForPasskey({ signal });
    await attempt(() => signIn(answer));
  }
}

/** The server opens the page that is meant for the person, and the form stays busy until then. */
async function signIn(body: PasskeyAnswer): Promise<never> {
  await command(address, { method: 'POST', body });
  window.location.reload();
  return new Promise(() => {});
}
