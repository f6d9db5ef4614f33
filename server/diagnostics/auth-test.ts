import { randomBytes } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import type { AuthTest } from '#domain/diagnostics.ts';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccount } from '#server/accounts/registration.ts';
import type { Deps } from '#server/deps.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import type { Store } from '#server/store/open.ts';

type AuthTestDeps = Pick<Deps, 'auth' | 'log' | 'sessions' | 'store'>;

/** A step failed. The message is shown to the user. */
class Fault extends Error {}

/**
 * Tests accounts with a temporary one: signs in, reads the session, tries a wrong password, signs out, and checks that
 * the session has ended. Stops at the first failure. Always removes the account and its sessions.
 */
export async function testAuth(deps: AuthTestDeps): Promise<AuthTest> {
  const { auth, log, sessions, store } = deps;
  const account = newAccount();
  const { email, password } = account;
  let headers = new Headers();
  let token = '';
  const isSignedIn = async () => (await sessions.alive(new Set([token]))).has(token);
  const tests: Record<string, () => Promise<void>> = {
    'Create a temporary account': () => storeAccount(store, account),
    async 'Sign in'() {
      const answer = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true });
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      headers = new Headers({ Cookie: cookies.join('; ') });
      token = answer.response.token;
    },
    async 'Be recognised by the session'() {
      if (!(await isSignedIn())) throw new Fault('The session is not known.');
    },
    async 'Refuse a wrong password'() {
      const wrong = { email, password: 'not the password' };
      const error: unknown = await auth.api.signInEmail({ body: wrong }).then(
        () => new Fault('A wrong password was accepted.'),
        (refusal: unknown) => refusal,
      );
      if (!isAPIError(error) || error.statusCode !== 401) throw error;
    },
    async 'Sign out'() {
      await auth.api.signOut({ headers });
      if (await isSignedIn()) throw new Fault('The session is still known.');
    },
  };

  const steps: AuthTest['steps'] = [];
  async function step(name: string, work: () => Promise<void>): Promise<void> {
    const started = performance.now();
    let fault: string | null = null;
    try {
      await work();
    } catch (error) {
      // The caller may see only this part of an unexpected error.
      fault = error instanceof Fault ? error.message : toRefusal(error).message;
      if (!(error instanceof Fault)) log.warn({ err: error }, 'auth test failed');
    }
    steps.push({ name, ok: fault === null, milliseconds: Math.round(performance.now() - started), fault });
  }
  for (const [name, work] of Object.entries(tests)) {
    if (steps.every(({ ok }) => ok)) await step(name, work);
  }
  await step('Remove the account', () => removeAccount(store, account.uid));
  return { steps, ok: steps.every(({ ok }) => ok) };
}

const idPrefix = 'throw-away-';

/** The data of an account with which the portal tests itself. Without a record it appears in no list or count. */
function newAccount() {
  const uid = `${idPrefix}${randomBytes(12).toString('hex')}`;
  // No mail can be sent to this top-level domain (RFC 2606).
  return { uid, email: `${uid}@test.invalid`, password: randomBytes(18).toString('base64url') };
}

async function storeAccount(store: Store, account: ReturnType<typeof newAccount>): Promise<void> {
  const password = await hashPassword(account.password);
  await store.transact((trx) => insertAccount(trx, { ...account, name: 'Temporary account', password }));
}

/** Removes the account with its sessions, and those that died processes left behind more than five minutes ago. */
async function removeAccount(store: Store, uid: string): Promise<void> {
  const old = new Date(Date.now() - 5 * 60_000);
  await store.transact(async (trx) => {
    await trx
      .deleteFrom('user')
      .where((is) =>
        is.or([is('id', '=', uid), is.and([is('id', 'like', `${idPrefix}%`), is('createdAt', '<', old)])]),
      )
      .execute();
  });
}
