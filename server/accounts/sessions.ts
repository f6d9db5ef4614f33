import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { SessionUser } from '#domain/accounts.ts';
import type { Config } from '#server/config.ts';
import type { PortalEnv } from '#server/http/env.ts';
import type { Store, Trx } from '#server/store/open.ts';
import {
  aliveSessions,
  keepSession,
  mayBeProlonged,
  prolongSession,
  sessionWithAccount,
} from './session-store.ts';
import { createSignedCookieReader, signedValue } from './signed-value.ts';

/** The session cookie's name; the prefix makes browsers insist on Secure, Path=/ and no Domain. */
export function sessionCookieName(https: boolean): string {
  return https ? '__Host-sdc_session' : 'sdc_session';
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * The session check of better-auth, on the same table and cookie (a test compares the two):
 * better-auth's own does nine times the work, for features the portal does not use.
 */
export function createSessions(store: Store, config: Config) {
  const cookie = sessionCookieName(config.https);
  const readToken = createSignedCookieReader(cookie, config.authSecret);
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: config.https } as const;

  function setSessionCookie(c: Context, token: string, expiresAt: Date): void {
    setCookie(c, cookie, signedValue(token, config.authSecret), { ...attributes, expires: expiresAt });
  }

  return {
    /** The account of the request's cookie, by one indexed query; null without a valid session. */
    async read(c: Context<PortalEnv>): Promise<SessionUser | null> {
      const token = readToken(c);
      if (!token) return null;
      const [row] = await sessionWithAccount(store.db, [token]);
      if (!row) return null;
      const expiresAt = new Date(row.expiresAt);
      if (expiresAt.getTime() <= Date.now()) return null;
      if (mayBeProlonged(expiresAt)) {
        const createdAt = new Date(row.createdAt);
        const prolonged = await prolongSession(store.db, token, { createdAt, expiresAt });
        if (prolonged) setSessionCookie(c, token, prolonged);
      }
      return sessionUser(row, config);
    },
    /** Whether the request's session is still this user's, in a transaction, until whose end it cannot be ended. */
    async isStillOf(c: Context<PortalEnv>, { uid }: SessionUser, trx: Trx): Promise<boolean> {
      const token = readToken(c);
      return token !== null && keepSession(trx, token, uid);
    },
    /** The token in the request's cookie, if the portal signed it. Its session may have ended. */
    token: readToken,
    alive: (tokens: ReadonlySet<string>) => aliveSessions(store.db, tokens),
    setCookie: setSessionCookie,
    /** The `Cookie` header of a browser with this session, for the portal's self-tests. */
    cookieHeader: (token: string) => `${cookie}=${encodeURIComponent(signedValue(token, config.authSecret))}`,
    clearCookie(c: Context<PortalEnv>): void {
      deleteCookie(c, cookie, attributes);
    },
  };
}

/**
 * The user as the API describes them. The administrator is the one account with the fixed id, and is not asked to
 * confirm the address, which the operator has set.
 */
export function sessionUser(
  account: { id: string; email: string; name: string; emailVerified: boolean | number },
  { adminUid, smtpUrl }: Pick<Config, 'adminUid' | 'smtpUrl'>,
): SessionUser {
  const isAdministrator = account.id === adminUid;
  const asksToConfirm = smtpUrl !== undefined && !account.emailVerified && !isAdministrator;
  return {
    uid: account.id,
    email: account.email,
    displayName: account.name,
    role: isAdministrator ? 'administrator' : 'member',
    ...(asksToConfirm && { confirmEmail: true }),
  };
}
