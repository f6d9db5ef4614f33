import { isAPIError } from 'better-auth/api';
import type { AuthTest } from '#domain/diagnostics.ts';
import type { Deps } from '#server/deps.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { newThrowAway, removeThrowAway, storeThrowAway, type TemporaryAccount } from './temporary-account.ts';

type AuthTestDeps = Pick<Deps, 'auth' | 'log' | 'sessions' | 'store'>;

/**
 * Tests accounts with a temporary one: signs in, reads the session, tries a wrong password, signs out, and checks that
 * the session has ended. Stops at the first failure. Always removes the account and its sessions.
 */
export async function testAuth(deps: AuthTestDeps): Promise<AuthTest> {
  const account = newThrowAway();
  const steps: AuthTest['steps'] = [];

  async function step(name: string, work: () => Promise<void>): Promise<void> {
    if (steps.some(({ ok }) => !ok)) return;
    await always(name, work);
  }

  async function always(name: string, work: () => Promise<void>): Promise<void> {
    const started = performance.now();
    let fault: string | null = null;
    try {
      await work();
    } catch (error) {
      fault = reasonOf(error, deps);
    }
    steps.push({ name, ok: fault === null, milliseconds: Math.round(performance.now() - started), fault });
  }

  let headers = new Headers();
  let token = '';
  await step('Create a temporary account', () => storeThrowAway(deps.store, account));
  await step('Sign in', async () => {
    ({ headers, token } = await signIn(deps, account));
  });
  await step('Be recognised by the session', async () => {
    if (!(await deps.sessions.alive(new Set([token]))).has(token))
      throw new Fault('The session is not known.');
  });
  await step('Refuse a wrong password', () => refuseWrongPassword(deps, account));
  await step('Sign out', async () => {
    await deps.auth.api.signOut({ headers });
    if ((await deps.sessions.alive(new Set([token]))).size > 0)
      throw new Fault('The session is still known.');
  });
  await always('Remove the account', () => removeThrowAway(deps.store, account));
  return { steps, ok: steps.every(({ ok }) => ok) };
}

/** A step failed. The message is shown to the user. */
class Fault extends Error {}

async function signIn({ auth }: AuthTestDeps, { email, password }: TemporaryAccount) {
  const { headers, response } = await auth.api.signInEmail({
    body: { email, password },
    returnHeaders: true,
  });
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { headers: new Headers({ Cookie: cookies.join('; ') }), token: response.token };
}

async function refuseWrongPassword({ auth }: AuthTestDeps, { email }: TemporaryAccount): Promise<void> {
  try {
    await auth.api.signInEmail({ body: { email, password: 'not the password' } });
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) return;
    throw error;
  }
  throw new Fault('A wrong password was accepted.');
}

/** The part of an error that the caller may see; the rest is logged. */
function reasonOf(error: unknown, { log }: AuthTestDeps): string {
  if (error instanceof Fault) return error.message;
  log.warn({ err: error }, 'auth test failed');
  return toRefusal(error).message;
}
