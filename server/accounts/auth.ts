import { betterAuth } from 'better-auth';
import { limits } from '#domain/limits.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { type ClubNames, passwordResetMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Store } from '#server/store/open.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { dropOlderResetLinks, dropResetLinks } from './reset-links.ts';
import { idleLimit, sessionCookieName } from './sessions.ts';

/** How long a reset link works, in seconds. */
const resetLinkLifetime = 60 * 60;

export interface AuthDeps {
  config: Config;
  store: Store;
  log: Log;
  outbox: Outbox;
  club: ClubNames;
}

/**
 * better-auth on the portal's own database. Its HTTP handler is not mounted: the portal's routes call the few
 * functions in use, after their own limits and checks. Registration is the portal's own (accounts and records
 * are made together), so sign-up is off here.
 */
export function createAuth({ config, store, log, outbox, club }: AuthDeps) {
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
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: resetLinkLifetime,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        await dropOlderResetLinks(store.db, user.id, token);
        const link = `${config.portalUrl}/reset-password?token=${encodeURIComponent(token)}`;
        await outbox.enqueue(store.db, passwordResetMail(club, { to: user.email, name: user.name, link }));
        outbox.wake();
      },
      onPasswordReset: ({ user }) => dropResetLinks(store.db, user.id),
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
