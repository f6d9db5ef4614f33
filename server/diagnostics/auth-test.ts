import { randomBytes } from 'node:crypto';
import type { AuthTest } from '#domain/diagnostics.ts';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import type { Deps } from '#server/deps.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { Refusal } from '#server/http/refusal.ts';

type AuthTestDeps = Pick<Deps, 'auth' | 'log' | 'sessions' | 'store'>;

const idPrefix = 'throw-away-';

/**
 * Tests accounts with a temporary one, which has no record and appears in no list or count: signs in, reads the session,
 * signs out. Stops at the first failure. Always removes the account and its sessions.
 */
export async function testAuth(deps: AuthTestDeps): Promise<AuthTest> {
  const { auth, log, sessions, store } = deps;
  const started = performance.now();
  const uid = `${idPrefix}${randomBytes(12).toString('hex')}`;
  // No mail can be sent to this top-level domain (RFC 2606).
  const email = `${uid}@test.invalid`;
  const password = randomBytes(18).toString('base64url');
  let step = 'Create a temporary account';
  let fault: string | null = null;
  try {
    const account = { uid, email, name: 'Temporary account', password: await hashPassword(password) };
    await store.transact((trx) => insertAccounts(trx, [account]));
    step = 'Sign in';
    const answer = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const { token } = answer.response;
    const isSignedIn = async () => (await sessions.alive(new Set([token]))).has(token);
    step = 'Be recognised by the session';
    if (!(await isSignedIn())) throw new Refusal(500, 'INTERNAL_ERROR', 'The session is not known.');
    step = 'Sign out';
    await auth.api.signOut({ headers: new Headers({ Cookie: cookies.join('; ') }) });
    if (await isSignedIn()) throw new Refusal(500, 'INTERNAL_ERROR', 'The session is still known.');
  } catch (error) {
    // The caller may see only this part of an unexpected error.
    fault = `${step}: ${toRefusal(error).message}`;
    log.warn({ err: error }, 'auth test failed');
  }
  // With its sessions, and with what a process that died in the middle of a test left behind.
  const abandonedBefore = new Date(Date.now() - 60_000);
  await store.transact((trx) =>
    trx
      .deleteFrom('user')
      .where('id', 'like', `${idPrefix}%`)
      .where((user) => user.or([user('id', '=', uid), user('createdAt', '<', abandonedBefore)]))
      .execute(),
  );
  return { milliseconds: Math.round(performance.now() - started), fault };
}
