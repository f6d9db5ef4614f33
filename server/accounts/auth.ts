import { betterAuth } from 'better-auth';
import { limits } from '#domain/limits.ts';
import type { Deps } from '#server/deps.ts';
import { idleLimit } from './session-store.ts';
import { sessionCookieName } from './sessions.ts';

const key = { line: 'known', caller: 'better-auth' } as const;

/**
 * better-auth on the portal's own database. Its HTTP handler is not mounted: the portal's routes call the few
 * functions in use, after their own limits and checks. Registration, sign-in and reset are the portal's own, on
 * better-auth's tables, since each is one transaction (docs/decisions/sign-in.md).
 */
export function createAuth({
  config,
  store,
  log,
  passwords,
}: Pick<Deps, 'config' | 'store' | 'log' | 'passwords'>) {
  return betterAuth({
    baseURL: config.portalUrl,
    basePath: '/api/auth',
    secret: config.authSecret,
    database: { db: store.db, type: store.engine },
    trustedOrigins: config.origins,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // The portal's rules count characters, better-auth UTF-16 units, of which a character has up to two.
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: 2 * limits.passwordMax,
      password: {
        hash: (password) => passwords.hash(password, key),
        verify: ({ hash, password }) => passwords.matches(password, hash, key),
      },
    },
    session: { expiresIn: idleLimit / 1000, disableSessionRefresh: true, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(config.https) } },
      defaultCookieAttributes: { secure: config.https, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      // The portal's migrations make the tables, and its tests run all of this on them.
      database: { validateSchema: false },
    },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ source: 'better-auth' }, message),
    },
  });
}
export type Auth = ReturnType<typeof createAuth>;
