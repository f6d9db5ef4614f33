import { randomBytes } from 'node:crypto';
import type { AuthTest } from '#domain/diagnostics.ts';
import { findCredentials } from '#server/accounts/credentials.ts';
import type { Passwords } from '#server/accounts/passwords.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { endSession, insertSession, sessionId } from '#server/accounts/session-store.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log/log.ts';
import type { Store } from '#server/store/open.ts';

export interface AuthTestDeps {
  log: Log;
  passwords: Passwords;
  sessions: Sessions;
  store: Store;
}

const idPrefix = 'throw-away-';

/**
 * Tests accounts with a temporary one, which has no record and appears in no list or count: signs in, reads the session,
 * signs out. Stops at the first failure. Always removes the account and its sessions.
 */
export async function testAuth(deps: AuthTestDeps): Promise<AuthTest> {
  const { log, passwords, sessions, store } = deps;
  const started = performance.now();
  const key = { lane: 'administrator', sender: 'diagnostics' } as const;
  const uid = `${idPrefix}${randomBytes(12).toString('hex')}`;
  // No mail can be sent to this top-level domain (RFC 2606).
  const email = `${uid}@test.invalid`;
  const password = randomBytes(18).toString('base64url');
  let step = 'Create a temporary account';
  let fault: string | null = null;
  try {
    const hash = await passwords.hash(password, key);
    const account = { uid, email, name: 'Temporary account', password: hash };
    await store.transact((trx) => insertAccounts(trx, [account]));
    step = 'Sign in';
    const credentials = await findCredentials(store.db, email);
    if (!(await passwords.matches(password, credentials?.hash ?? null, key)))
      throw new Refusal(500, 'INTERNAL_ERROR', 'The password is not accepted.');
    const id = sessionId(await store.transact((trx) => insertSession(trx, uid)));
    const isSignedIn = async () => (await sessions.alive(new Set([id]))).has(id);
    step = 'Be recognised by the session';
    if (!(await isSignedIn())) throw new Refusal(500, 'INTERNAL_ERROR', 'The session is not known.');
    step = 'Sign out';
    await store.transact((trx) => endSession(trx, id));
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
