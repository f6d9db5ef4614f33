import { isAPIError } from 'better-auth/api';
import type { Context } from 'hono';
import type { z } from 'zod';
import { accountMessages, type Session, type signIn } from '#domain/accounts.ts';
import { adminSignInMessages } from '#domain/admin-words.ts';
import type { Deps } from '#server/deps.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { replaceImportedHash } from './imported-passwords.ts';
import { hashPassword, queued } from './password.ts';
import { sessionUser } from './sessions.ts';

type Credentials = z.infer<typeof signIn>;
type SignInDeps = Pick<Deps, 'auth' | 'background' | 'config' | 'importedPasswords' | 'limits' | 'store'>;

/**
 * Makes a session and sets its cookie. Throws 401 INVALID_EMAIL_OR_PASSWORD, and 429 while the account has to wait
 * after failures.
 */
export async function signInByPassword(
  { auth, background, config, limits, store }: SignInDeps,
  c: Context<PortalEnv>,
  credentials: Credentials,
): Promise<Session> {
  await limits.signIn.admit(credentials.email);
  const { headers, response } = await orRefused(accountMessages.invalidCredentials, () =>
    auth.api.signInEmail({ body: credentials, headers: c.req.raw.headers, returnHeaders: true }),
  );
  await limits.signIn.succeeded(credentials.email);
  const { password } = credentials;
  background.run('imported password replaced', () =>
    replaceImportedHash(store, { uid: response.user.id, password, hash: hashPassword }),
  );
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
  return { user: sessionUser(response.user, config) };
}

/**
 * The same for the administrator only, with the text of /admin (spec, point 8). Anyone else's credentials are as
 * wrong as made-up ones, take as long, count as a failure, and leave no session.
 */
export async function signInAdministrator(
  deps: SignInDeps,
  c: Context<PortalEnv>,
  credentials: Credentials,
): Promise<Session> {
  const administrator = await deps.store.db
    .selectFrom('user')
    .select('email')
    .where('id', '=', deps.config.adminUid)
    .executeTakeFirst();
  if (administrator?.email === credentials.email) {
    return await withText(adminSignInMessages.failed, () => signInByPassword(deps, c, credentials));
  }
  await deps.limits.signIn.admit(credentials.email);
  await deps.importedPasswords.check(credentials.password, null, queued);
  await hashPassword(credentials.password);
  throw invalid(adminSignInMessages.failed);
}

function invalid(text: string): Refusal {
  return new Refusal(401, 'INVALID_EMAIL_OR_PASSWORD', text);
}

/** Runs a call to better-auth whose only expected failure is a 401; anything else goes on as it is. */
async function orRefused<T>(text: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isAPIError(error) && error.statusCode === 401 ? invalid(text) : error;
  }
}

async function withText<T>(text: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Refusal && error.code === 'INVALID_EMAIL_OR_PASSWORD' ? invalid(text) : error;
  }
}
