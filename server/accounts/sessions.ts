import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { SessionUser } from '#domain/accounts.ts';
import type { Config } from '#server/config/config.ts';
import { cookieName } from '#server/http/cookie-name.ts';
import type { PortalEnv } from '#server/http/env.ts';
import type { Store, Trx } from '#server/store/open.ts';
import {
  aliveSessions,
  keepSession,
  mayBeProlonged,
  prolongSession,
  sessionId,
  sessionWithAccount,
} from './session-store.ts';
import type { StaffRole } from './staff.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of requests: who they are for, and the cookie that carries their token. */
export function createSessions(store: Store, config: Config) {
  const cookie = cookieName('session', config);
  /** A token as `insertSession` makes it: nothing else is looked up. Parsing the whole header takes each read 4 % longer. */
  const tokenOf = new RegExp(`(?:^|; ?)${cookie}=([\\w-]{32})(?:;|$)`);
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: config.https } as const;

  /** The cookie's value is the token: 192 random bits, of which only the hash is stored. */
  function setSessionCookie(c: Context, token: string, expiresAt: Date): void {
    setCookie(c, cookie, token, { ...attributes, expires: expiresAt });
  }

  /** The stored id of the request's session, which may have ended. */
  function readId(c: Context): string | null {
    const token = readToken(c);
    return token ? sessionId(token) : null;
  }

  function readToken(c: Context): string | undefined {
    return tokenOf.exec(c.req.header('cookie') ?? '')?.[1];
  }

  return {
    /** The account of the request's cookie, by one indexed query; null without a valid session. */
    async read(c: Context<PortalEnv>): Promise<SessionUser | null> {
      const id = readId(c);
      if (!id) return null;
      const [row] = await sessionWithAccount(store.db, [id]);
      if (!row) return null;
      const expiresAt = new Date(row.expiresAt);
      if (expiresAt.getTime() <= Date.now()) return null;
      if (mayBeProlonged(new Date(row.updatedAt))) {
        const prolonged = await prolongSession(store.db, id, new Date(row.createdAt));
        if (prolonged) setSessionCookie(c, readToken(c) ?? '', prolonged);
      }
      return sessionUser(row, config);
    },
    /** Whether the request's session is still this user's, in a transaction, until whose end it cannot be ended. */
    async isStillOf(c: Context<PortalEnv>, { uid }: SessionUser, trx: Trx): Promise<boolean> {
      const id = readId(c);
      return id !== null && keepSession(trx, id, uid);
    },
    id: readId,
    alive: (ids: ReadonlySet<string>) => aliveSessions(store.db, ids),
    setCookie: setSessionCookie,
    clearCookie(c: Context<PortalEnv>): void {
      deleteCookie(c, cookie, attributes);
    },
  };
}

interface SignedIn extends Partial<StaffRole> {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean | number;
  /** How many factors the person of this session has shown. */
  factors?: number;
}

/**
 * The user as the API describes them. The administrator is the one account with the fixed id, and is not asked to
 * confirm the address, which the operator has set.
 */
export function sessionUser(
  account: SignedIn,
  { adminUid, smtpUrl, secondFactor }: Pick<Config, 'adminUid' | 'smtpUrl' | 'secondFactor'>,
): SessionUser {
  const isAdministrator = account.id === adminUid;
  const asksToConfirm = smtpUrl !== undefined && !account.emailVerified && !isAdministrator;
  const role = roleOf(account, isAdministrator);
  const needsSecondFactor = secondFactor && role.role === 'reviewer' && (account.factors ?? 1) < 2;
  return {
    uid: account.id,
    email: account.email,
    displayName: account.name,
    ...role,
    ...(asksToConfirm && { confirmEmail: true }),
    ...(needsSecondFactor && { needsSecondFactor }),
  };
}

function roleOf(
  { role, member }: SignedIn,
  isAdministrator: boolean,
): Pick<SessionUser, 'role' | 'isMember'> {
  if (isAdministrator) return { role: 'administrator' };
  if (role !== 'reviewer') return { role: 'member' };
  return { role, ...(member === 1 && { isMember: true }) };
}
