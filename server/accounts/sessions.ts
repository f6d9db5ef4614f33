import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SessionUser } from '#domain/accounts.ts';
import type { Config } from '#server/config.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { padForIn } from '#server/store/chunk.ts';
import { compiledQuery } from '#server/store/compiled-query.ts';
import { isUnavailable } from '#server/store/database-errors.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { createSignedValueReader, signedValue } from './signed-value.ts';

const day = 24 * 60 * 60 * 1000;
/** A session ends after this long without a visit, in milliseconds. */
export const idleLimit = 7 * day;
/** A session ends this long after sign-in at the latest, in milliseconds. */
export const absoluteLimit = 30 * day;
/** A visit extends a session at most once in this time, so that most reads write nothing. */
const prolongEvery = day;
/** How many sessions an account may have: enough for every device of one person. */
export const sessionsPerAccount = 20;
/** How many sessions one query asks about. */
const aliveBatch = 512;

/** The session cookie's name; the prefix makes browsers insist on Secure, Path=/ and no Domain. */
export function sessionCookieName(https: boolean): string {
  return https ? '__Host-sdc_session' : 'sdc_session';
}

export interface Sessions {
  /** The account of the request's cookie, by one indexed query; null without a valid session. */
  read(c: Context<PortalEnv>): Promise<SessionUser | null>;
  /** The token in the request's cookie, if the portal signed it. Its session may have ended. */
  token(c: Context<PortalEnv>): string | null;
  /** The tokens whose sessions are valid. */
  alive(tokens: ReadonlySet<string>): Promise<Set<string>>;
  /** Stores a new session; its token goes to `setCookie`. */
  create(db: Db, uid: string): Promise<string>;
  /**
   * Stores the session of a sign-in, replacing the one in the request. An account keeps the 20 most recently used. Call it
   * in a transaction that has locked the account, so that two concurrent calls do not leave one too many.
   */
  begin(trx: Trx, uid: string, replaced: string | null): Promise<string>;
  setCookie(c: Context, token: string, expiresAt: Date): void;
  /** The `Cookie` header of a browser with this session, for the portal's self-tests. */
  cookieHeader(token: string): string;
  clearCookie(c: Context): void;
}

/**
 * The session check of better-auth, on the same table and cookie (a test compares the two):
 * better-auth's own does nine times the work, for features the portal does not use.
 */
export function createSessions(store: Store, config: Config): Sessions {
  const cookie = sessionCookieName(config.https);
  const verifiedToken = createSignedValueReader(config.authSecret);
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: config.https } as const;

  function setSessionCookie(c: Context, token: string, expiresAt: Date): void {
    setCookie(c, cookie, signedValue(token, config.authSecret), { ...attributes, expires: expiresAt });
  }

  async function prolong(c: Context, token: string, prolonged: Date): Promise<void> {
    try {
      await store.db
        .updateTable('session')
        .set({ expiresAt: prolonged, updatedAt: new Date() })
        .where('token', '=', token)
        .execute();
    } catch (error) {
      // A valid session must not be refused because nothing can be written: another visit extends it.
      if (!isUnavailable(error)) throw error;
      return;
    }
    setSessionCookie(c, token, prolonged);
  }

  async function create(db: Db, uid: string): Promise<string> {
    const token = randomBytes(24).toString('base64url');
    const now = new Date();
    await db
      .insertInto('session')
      .values({
        id: randomBytes(16).toString('base64url'),
        token,
        userId: uid,
        createdAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + idleLimit),
        ipAddress: null,
        userAgent: null,
      })
      .execute();
    return token;
  }

  return {
    async read(c) {
      const token = verifiedToken(getCookie(c, cookie));
      if (!token) return null;
      const [row] = await sessionWithAccount(store.db, [token]);
      if (!row) return null;
      const now = Date.now();
      const expiresAt = new Date(row.expiresAt).getTime();
      if (expiresAt <= now) return null;
      const prolonged = Math.min(now + idleLimit, new Date(row.createdAt).getTime() + absoluteLimit);
      if (prolonged - expiresAt >= prolongEvery) await prolong(c, token, new Date(prolonged));
      return sessionUser(row, config);
    },
    token: (c) => verifiedToken(getCookie(c, cookie)),
    async alive(tokens) {
      const asked = [...tokens];
      const alive = new Set<string>();
      for (let start = 0; start < asked.length; start += aliveBatch) {
        const rows = await store.db
          .selectFrom('session')
          .select('token')
          .where('token', 'in', padForIn(asked.slice(start, start + aliveBatch)))
          .where('expiresAt', '>', new Date())
          .execute();
        for (const row of rows) alive.add(row.token);
      }
      return alive;
    },
    create,
    async begin(trx, uid, replaced) {
      if (replaced) await trx.deleteFrom('session').where('token', '=', replaced).execute();
      const others = await trx
        .selectFrom('session')
        .select('token')
        .where('userId', '=', uid)
        .orderBy('updatedAt', 'desc')
        .orderBy('token')
        .execute();
      const surplus = others.slice(sessionsPerAccount - 1).map((session) => session.token);
      if (surplus.length > 0) await trx.deleteFrom('session').where('token', 'in', surplus).execute();
      return create(trx, uid);
    },
    setCookie: setSessionCookie,
    cookieHeader: (token) => `${cookie}=${encodeURIComponent(signedValue(token, config.authSecret))}`,
    clearCookie: (c) => {
      deleteCookie(c, cookie, attributes);
    },
  };
}

/** A session and its account, by its token. */
const sessionWithAccount = compiledQuery((db) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select([
      'session.expiresAt',
      'session.createdAt',
      'user.id',
      'user.email',
      'user.name',
      'user.emailVerified',
    ])
    .where('session.token', '=', ''),
);

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
